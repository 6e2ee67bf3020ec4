import { eventually, type TestService } from '@portolan/service/testing';
import type { JobRecord } from '../src/jobs/job-record';
import { Api, stage, startStreaming, submission } from './support/api';
import { Artifacts } from './support/artifacts';
import { RealNode } from './support/real-node';

jest.setTimeout(120_000);
const CPU = {
  reason: 'CPU',
  scaleDownBelowPct: 25,
  scaleUpAbovePct: 75,
  rollingCount: { count: 2, of: 3 },
};
/** A stage that is scaled as the example's is, without pauses. */
const quickly = stage(1, {
  machineDefinition: { cpuCores: 0.25, memoryMB: 96 },
  scalingPolicy: { min: 1, max: 3, coolDownSecs: 1, strategies: { CPU } },
});

/** Processes start and are loaded on a machine that may be busy with other things. */
const PATIENCE_MS = 60_000;

describe('jobs that run on a node', () => {
  const artifacts = new Artifacts();
  let service: TestService;
  let api: Api;
  let node: RealNode;

  beforeAll(async () => {
    [service] = await Promise.all([startStreaming(), artifacts.pack('prime-search')]);
    api = new Api(service.url);
    node = await RealNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
    artifacts.remove();
  });

  async function submit(example: string, more: object, parameters: Record<string, string>): Promise<string> {
    const definition = artifacts.cluster(example, more);
    expect((await api.post('jobClusters', definition)).status).toBe(201);
    const { name } = definition.jobDefinition;
    const given = Object.entries(parameters).map(([key, value]) => ({ name: key, value }));
    const answer = await api.post<JobRecord>(
      `jobClusters/${name}/jobs`,
      submission(name, { parameters: given }),
    );
    expect(answer.status).toBe(201);
    return answer.body.jobMetadata.jobId;
  }
  const workersOf = async (jobId: string, stage: number) =>
    (await api.job(jobId)).workerMetadataList.filter((worker) => worker.stageNum === stage);
  const startedOf = async (jobId: string, stage: number) =>
    (await workersOf(jobId, stage)).filter(({ state }) => state === 'Started');

  it('[V1-SCALE-2] [V1-SCALE-3] a stage grows while its workers are loaded and shrinks when they are not', async () => {
    const jobId = await submit(
      'prime-search',
      { schedulingInfo: { stages: { '1': quickly } } },
      { share: '0', reportMs: '50', 'svc.jobmaster.autoscale.intervalMs': '250' },
    );
    const job = await api.state(jobId, 'Launched', PATIENCE_MS);
    expect(job.jobMetadata.numStages).toBe(2);
    expect(
      job.workerMetadataList.map(({ stageNum, workerNumber, state }) => [stageNum, workerNumber, state]),
    ).toEqual([
      [0, 1, 'Started'],
      [1, 2, 'Started'],
    ]);
    const setShare = async (share: number) => {
      for (const { slave, customPort } of await startedOf(jobId, 1)) {
        const { status } = await fetch(`http://${slave}:${customPort}/share`, {
          method: 'PUT',
          body: String(share),
        });
        expect(status).toBe(204);
      }
    };
    await setShare(0.9);
    await eventually('the stage has grown', async () => (await startedOf(jobId, 1)).length > 1, PATIENCE_MS);
    await setShare(0);
    await eventually('it has shrunk', async () => (await workersOf(jobId, 1)).length === 1, PATIENCE_MS);
    expect((await api.job(jobId)).stageMetadataList.map(({ numWorkers }) => numWorkers)).toEqual([1, 1]);
    await api.call('DELETE', `jobs/${jobId}`);
  });
});
