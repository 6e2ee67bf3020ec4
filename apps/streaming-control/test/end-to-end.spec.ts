import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TEST_INTERNAL_TOKEN, eventually, type TestService } from '@portolan/service/testing';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, oneWorker, stage, startStreaming, submission } from './support/api';
import { Artifacts } from './support/artifacts';
import { EventReader } from './support/event-reader';
import { RealNode } from './support/real-node';

/** Number of stages with one small worker each. */
const oneEach = (stages: number) => ({
  schedulingInfo: { stages: Object.fromEntries(Array.from({ length: stages }, (_, i) => [i + 1, stage(1)])) },
});

const CPU = {
  reason: 'CPU',
  scaleDownBelowPct: 25,
  scaleUpAbovePct: 50,
  rollingCount: { count: 2, of: 3 },
};
/** A stage whose policy scales at low load and without long pauses, for a loaded machine. */
const quickly = stage(1, {
  machineDefinition: { cpuCores: 0.2, memoryMB: 96 },
  scalingPolicy: { min: 1, max: 3, coolDownSecs: 1, strategies: { CPU } },
});

const EXAMPLES = ['sine-stream', 'log-tail', 'event-windows', 'prime-search'];

describe('jobs that run on a node', () => {
  const artifacts = new Artifacts();
  const folder = mkdtempSync(join(tmpdir(), 'portolan-end-to-end-'));
  let service: TestService;
  let api: Api;
  let node: RealNode;

  beforeAll(async () => {
    [service] = await Promise.all([startStreaming(), artifacts.pack(...EXAMPLES)]);
    api = new Api(service.url);
    node = await RealNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
    artifacts.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function submit(example: string, more: object, parameters: Record<string, string>): Promise<string> {
    const definition = artifacts.cluster(example, more);
    expect((await api.post('jobClusters', definition)).status).toBe(201);
    const { name } = definition.jobDefinition;
    const given = Object.entries(parameters).map(([key, value]) => ({ name: key, value }));
    const answer = await api.post<StreamJobResponse>(
      `jobClusters/${name}/jobs`,
      submission(name, { parameters: given }),
    );
    expect(answer.status).toBe(201);
    return answer.body.jobMetadata.jobId;
  }
  const outputOf = (jobId: string) => EventReader.open(`${service.url}/api/v1/jobConnectbyid/${jobId}`);
  const workersOf = async (jobId: string, stage: number) =>
    (await api.job(jobId)).workerMetadataList.filter((worker) => worker.stageNum === stage);
  const startedOf = async (jobId: string, stage: number) =>
    (await workersOf(jobId, stage)).filter(({ state }) => state === 'Started');

  it.each(EXAMPLES)('the cluster definition of %s is accepted unchanged', async (example) => {
    const definition = artifacts.cluster(example, { name: `${example}-as-it-is` });
    expect((await api.post('jobClusters', definition)).status).toBe(201);
  });

  it('a source is summarized in windows: sine-stream', async () => {
    const jobId = await submit('sine-stream', oneEach(2), { intervalMs: '20', windowMs: '100' });
    await api.state(jobId, 'Launched');
    const output = await outputOf(jobId);
    const summary = await output.json<{ source: number; points: number }>(
      'a summary',
      ({ points }) => points > 1,
    );
    expect(summary).toMatchObject({ worker: 0, source: 0 });
    output.close();
    await api.call('DELETE', `jobs/${jobId}`);
  });

  it('lines of a log are counted in windows by a second job that reads the output of the first: log-tail, event-windows', async () => {
    const log = join(folder, 'app.log');
    const pattern = '^(?<level>[A-Z]+) .* (?<ms>\\d+) ms$';
    const tail = await submit('log-tail', oneEach(1), { files: log, pattern, pollMs: '20' });
    await api.state(tail, 'Launched');
    const url = `${service.url}/api/v1/jobConnectbyname/log-tail`;
    const fields = { keyField: 'fields.level', valueField: 'fields.ms', windowMs: '200' };
    const counting = await submit('event-windows', oneEach(2), { url, ...fields });
    await api.state(counting, 'Launched');
    const [lines, counts] = [await outputOf(tail), await outputOf(counting)];
    await eventually('both read', async () => {
      appendFileSync(log, 'INFO answered in 12 ms\nnothing of that kind\n');
      return lines.events.length > 1 && counts.events.some((event) => event.includes('INFO'));
    });
    expect(JSON.parse(lines.events[0] ?? '')).toEqual({
      file: log,
      line: 'INFO answered in 12 ms',
      fields: { level: 'INFO', ms: '12' },
    });
    const { keys } = await counts.json<{ keys: Record<string, { count: number; sum: number; max: number }> }>(
      'a window with lines',
      (window) => window.keys.INFO !== undefined,
    );
    expect(keys).toEqual({
      INFO: { count: keys.INFO?.count, sum: 12 * (keys.INFO?.count ?? 0), min: 12, max: 12 },
    });
    for (const output of [lines, counts]) output.close();
    for (const jobId of [tail, counting]) await api.call('DELETE', `jobs/${jobId}`);
  });

  it('[V1-LIFE-5] a jar on a node without Java fails its job at once, with the reason', async () => {
    const jar = join(folder, 'any.jar');
    writeFileSync(jar, 'not really');
    await api.createCluster('jars', { ...oneWorker, jobJarFileLocation: pathToFileURL(jar).href });
    const jobId = await api.submit('jars');
    const job = await api.state(jobId, 'Failed');
    const reason = 'Error: any.jar needs java, which this node does not have';
    expect(job.jobMetadata.reason).toBe(reason);
    expect(job.workerMetadataList).toEqual([expect.objectContaining({ state: 'Failed', reason })]);
  });

  it('[V1-SCALE-2] the program of stage 0 is served to nodes only, always the same bytes', async () => {
    const address = `${service.url}/internal/job-master.zip`;
    expect((await fetch(address)).status).toBe(401);
    const read = async () => {
      const headers = { authorization: `Bearer ${TEST_INTERNAL_TOKEN}` };
      return Buffer.from(await (await fetch(address, { headers })).arrayBuffer());
    };
    const [zip, again] = [await read(), await read()];
    expect(zip.includes('worker/job-master/main.js')).toBe(true);
    expect(zip.equals(again)).toBe(true);
  });

  it('[V1-SCALE-2] [V1-SCALE-3] a stage grows while its workers are loaded and shrinks when they are idle', async () => {
    const jobId = await submit(
      'prime-search',
      { schedulingInfo: { stages: { '1': quickly } } },
      { share: '0', reportMs: '50', 'svc.jobmaster.autoscale.intervalMs': '250' },
    );
    const job = await api.state(jobId, 'Launched');
    expect(job.jobMetadata.numStages).toBe(2);
    expect(
      job.workerMetadataList.map(({ stageNum, workerNumber, state }) => [stageNum, workerNumber, state]),
    ).toEqual([
      [0, 1, 'Started'],
      [1, 2, 'Started'],
    ]);
    const output = await outputOf(jobId);
    await output.json<{ worker: number }>('an event of plain Node.js', ({ worker }) => worker === 0);
    output.close();
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
    await eventually('the stage has grown', async () => (await startedOf(jobId, 1)).length > 1);
    await setShare(0);
    await eventually('it has shrunk', async () => (await workersOf(jobId, 1)).length === 1);
    expect((await api.job(jobId)).stageMetadataList.map(({ numWorkers }) => numWorkers)).toEqual([1, 1]);
    await api.call('DELETE', `jobs/${jobId}`);
  });
});
