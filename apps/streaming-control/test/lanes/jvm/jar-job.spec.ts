import { eventually, type TestService } from '@portolan/service/testing';
import { pathToFileURL } from 'node:url';
import type { StreamJobResponse } from '../../../src/jobs/job-record.dto';
import { Api, definition, oneWorker, startStreaming, submission } from '../../support/api';
import { EventReader } from '../../support/event-reader';
import { RealNode } from '../../support/real-node';

describe('a job whose artifact is a jar', () => {
  let service: TestService;
  let api: Api;
  let node: RealNode;
  beforeAll(async () => {
    service = await startStreaming();
    api = new Api(service.url);
    node = await RealNode.start(service, { PATH: process.env.PATH ?? '' });
    const jar = pathToFileURL(process.env.PORTOLAN_TEST_JAR ?? '').href;
    const machineDefinition = { cpuCores: 1, memoryMB: 256 };
    const stages = { '1': { ...oneWorker.schedulingInfo.stages['1'], machineDefinition } };
    const more = { jobJarFileLocation: jar, schedulingInfo: { stages } };
    expect((await api.post('jobClusters', definition('java-clock', more))).status).toBe(201);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  async function submit(parameters: Record<string, string>): Promise<string> {
    const given = Object.entries(parameters).map(([name, value]) => ({ name, value }));
    const body = submission('java-clock', { parameters: given });
    return (await api.post<StreamJobResponse>('jobClusters/java-clock/jobs', body)).body.jobMetadata.jobId;
  }

  it('runs with java, is read, and is killed', async () => {
    const jobId = await submit({ everyMs: '50' });
    const { workerMetadataList } = await api.state(jobId, 'Launched');
    const output = await EventReader.open(`${service.url}/api/v1/jobConnectbyid/${jobId}`);
    const event = await output.json<{ tick: number; time: string }>('a tick', ({ tick }) => tick > 0);
    expect(Date.parse(event.time)).toBeGreaterThan(0);
    const metrics = await fetch(`http://127.0.0.1:${workerMetadataList[0]?.metricsPort}/metrics`);
    expect(await metrics.text()).toMatch(/^process_cpu_seconds_total \d/m);
    await api.call('DELETE', `jobs/${jobId}?user=ann&reason=done`);
    await output.end();
    await api.state(jobId, 'Completed');
  });

  it('completes when it reports Completed', async () => {
    const jobId = await submit({ everyMs: '10', count: '3' });
    await api.state(jobId, 'Completed');
    expect((await api.job(jobId)).workerMetadataList.map(({ state, reason }) => [state, reason])).toEqual([
      ['Completed', 'Normal'],
    ]);
  });

  it('fails permanently with exit code 64, and its output stays readable', async () => {
    const jobId = await submit({ everyMs: 'often' });
    await api.state(jobId, 'Failed');
    const address = `${service.url}/api/v1/jobs/${jobId}/workers/1/output/stderr`;
    await eventually('its stderr', async () =>
      (await (await fetch(address)).text()).includes('Invalid value for parameter: everyMs'),
    );
    expect((await api.get<{ list: unknown[] }>(`jobs/${jobId}/archivedWorkers`)).body.list).toHaveLength(1);
  });
});
