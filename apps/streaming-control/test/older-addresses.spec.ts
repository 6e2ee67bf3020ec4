import { eventually, type TestService } from '@portolan/service/testing';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import { Api, definition, oneWorker, stage, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

describe('the addresses from before v1', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  const post = async (path: string, body: object) => {
    const answer = await fetch(`${service.url}/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return [answer.status, answer.headers.get('content-type'), await answer.text()];
  };
  const told = (message: string) => [200, 'text/plain; charset=utf-8', message];
  const cluster = async () => (await api.get<JobClusterResponse>('jobClusters/older')).body;

  it('[V1-OLDER-1] [V1-GEN-6] change job clusters, and respond with a text', async () => {
    const asked = { name: 'older', user: 'ann' };
    const act = (action: string, body: object = {}) => post(`namedjob/${action}`, { ...asked, ...body });
    expect(await post('namedjob/create', definition('older', oneWorker))).toEqual(told('older created'));
    const newer = definition('older', { ...oneWorker, version: '2', jobJarFileLocation: 'http://x/2.zip' });
    expect(await post('namedjob/update', newer)).toEqual(told('older Job cluster updated'));
    await api.submit('older');
    expect(await act('quickupdate', { version: '3', url: 'http://x/3.zip' })).toEqual(
      told('older artifact updated'),
    );
    const schedulingInfo = { stages: { '1': stage(2) } };
    expect(await act('updateschedulinginfo', { version: '4', schedulingInfo })).toEqual(
      told('older schedulingInfo updated'),
    );
    expect(await act('updatesla', { min: 0, max: 7 })).toEqual(told('older SLA updated'));
    expect(await act('updatelabels', { labels: [{ name: 'a', value: 'b' }] })).toEqual(
      told('older labels updated'),
    );
    const migrationConfig = { strategy: 'ONE_WORKER', configString: '{}' };
    expect(await act('migratestrategy', { migrationConfig })).toEqual(
      told('older worker migration config updated'),
    );
    expect(await act('disable')).toEqual(told('older disabled'));
    const record = await cluster();
    expect(record).toMatchObject({
      sla: { max: 7 },
      labels: [{ name: 'a', value: 'b' }],
      migrationConfig,
      disabled: true,
      lastJobCount: 2,
      latestVersion: '4',
    });
    expect(record.jars.map((jar) => jar.url.split('/').at(-1))).toEqual([
      'sine.zip',
      '2.zip',
      '3.zip',
      '3.zip',
    ]);
    expect(await act('enable')).toEqual(told('older enabled'));
    expect((await cluster()).disabled).toBe(false);
    await api.state('older-2', 'Completed');
    expect(await act('delete')).toEqual(told('older deleted'));
    expect((await api.get('jobClusters/older')).status).toBe(404);
  });

  it('[V1-OLDER-1] refuse the same requests as v1, in the same way', async () => {
    const answers = [
      await post('namedjob/create', {}),
      await post('namedjob/enable', { name: 'nobody', user: 'ann' }),
      await post('namedjob/enable', { name: 'nobody' }),
      await post('namedjob/delete', { name: 'nobody', user: 'ann' }),
      await post('namedjob/updateschedulinginfo', {
        name: 'nobody',
        version: '2',
        schedulingInfo: { stages: { '1': stage(1) } },
      }),
    ];
    const said = answers.map(([status, type, body]) => [status, type, String(body)]);
    const error = (status: number, message: string): unknown[] => [
      status,
      'application/json; charset=utf-8',
      expect.stringMatching(new RegExp(`"error":"[^"]*${message}`)),
    ];
    expect(said).toEqual([
      error(400, 'jobDefinition'),
      error(404, "JobCluster nobody doesn't exist"),
      error(400, 'Must provide user in request'),
      error(404, "JobCluster nobody doesn't exist"),
      error(400, 'Must provide user in request'),
    ]);
  });

  it('[V1-OLDER-2] accept posts of workers', async () => {
    await api.createCluster('telling', oneWorker);
    const jobId = await api.submit('telling');
    await api.state(jobId, 'Launched');
    const status = { jobId, stageNum: 1, workerIndex: 0, workerNumber: 1, type: 'INFO', state: 'Completed' };
    expect(await post('postjobstatus', { jobId, status })).toEqual(told('worker status taken'));
    await eventually('it is over', async () => {
      return (await api.job(jobId)).jobMetadata.state === 'Completed';
    });
    expect((await post('postjobstatus', {}))[0]).toBe(400);
  });
});
