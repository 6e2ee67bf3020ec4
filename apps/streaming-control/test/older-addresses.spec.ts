import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type TestService } from '@portolan/service/testing';
import WebSocket from 'ws';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import { Api, definition, oneWorker, stage, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

describe('the addresses from before v1', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-audit-'));
    const env = { LOG_LEVEL: 'silent', AUDIT_LOG_FILE: join(folder, 'audit.log') };
    service = await startStreaming({ env });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
    await rm(folder, { recursive: true });
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

  it('[V1-OLDER-3] submit, read, scale and kill jobs', async () => {
    const get = async (path: string) => (await fetch(`${service.url}/api/${path}`)).json();
    await api.createCluster('asked', oneWorker);
    const jobSla = { durationType: 'Perpetual' };
    expect(await post('submit', { name: 'asked', user: 'ann', jobSla })).toEqual(told('asked-1'));
    await api.state('asked-1', 'Launched');
    expect(await get('jobs/list/asked-1')).toMatchObject({
      jobMetadata: { jobId: 'asked-1', state: 'Launched' },
      stageMetadataList: [{ stageNum: 1 }],
    });
    const listed = { jobMetadata: { jobId: 'asked-1' } };
    expect(await get('jobs/list/matching/asked?jobState=Active')).toMatchObject([listed]);
    expect(await get('jobs/list/matching/asked?jobState=Terminal')).toEqual([]);
    expect(await get('namedjob/list/asked')).toMatchObject([{ name: 'asked', lastJobCount: 1 }]);
    expect(await get('namedjob/list/nobody')).toEqual([]);
    expect(await post('jobs/scaleStage', { JobId: 'asked-1', StageNumber: 1, NumWorkers: 2 })).toEqual(
      told('Stage 1 of asked-1 scaled to 2 workers'),
    );
    const replaced = { JobId: 'asked-1', user: 'ann', workerNumber: 1, reason: 'stuck' };
    expect(await post('jobs/resubmitWorker', replaced)).toEqual(told('Worker 1 of job asked-1 resubmitted'));
    expect(await post('jobs/kill', { JobId: 'asked-1', user: 'ann', reason: 'done' })).toEqual(
      told('["asked-1 Killed"]'),
    );
    await api.state('asked-1', 'Completed');
    const { stageMetadataList } = await api.job('asked-1');
    expect(stageMetadataList).toMatchObject([{ numWorkers: 2 }]);
    expect(await get('jobs/list/asked-9')).toMatchObject({ error: 'Job asked-9 not found' });
    for (const path of ['kill', 'scaleStage', 'resubmitWorker'])
      for (const JobId of [undefined, null]) {
        const body = { JobId, user: 'ann', workerNumber: 1, StageNumber: 1, NumWorkers: 2 };
        expect(await post(`jobs/${path}`, body)).toEqual([
          400,
          expect.any(String),
          expect.stringContaining('JobId'),
        ]);
      }
    expect(await get('jobs/list/matching/asked?matching=x')).toMatchObject({
      error: expect.stringContaining('matching') as string,
    });
  });

  it('[V1-OLDER-5] name in the audit log what only the body names', async () => {
    const located = async (path: string, body: object): Promise<string | null> => {
      const answer = await fetch(`${service.url}/api/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return answer.headers.get('content-location');
    };
    expect(await located('jobs/kill', { JobId: 'gone-1', user: 'ann' })).toBe('/api/v1/jobs/gone-1');
    expect(await located('namedjob/enable', { name: 'a/b', user: 'ann' })).toBe('/api/v1/jobClusters/a%2Fb');
    expect(await located('namedjob/create', { jobDefinition: { name: 'c' } })).toBe('/api/v1/jobClusters/c');
    expect(await located('namedjob/enable', { name: { x: 1 } })).toBeNull();
    const lines = (await readFile(join(folder, 'audit.log'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        route: '/api/jobs/kill',
        location: '/api/v1/jobs/gone-1',
        outcome: 'failed',
      }),
    );
  });

  it('[V1-OLDER-4] stream the states of jobs and serve the map of streams', async () => {
    const firstEvent = async (path: string): Promise<unknown> => {
      const leave = new AbortController();
      const answer = await fetch(`${service.url}/${path}?sendHB=true`, { signal: leave.signal });
      if (answer.status !== 200) return answer.status;
      let text = '';
      for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(part).toString();
        if (/^data:.*\n\n/m.test(text)) break;
      }
      leave.abort();
      return JSON.parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? 'null');
    };
    await api.createCluster('seen', oneWorker);
    const jobId = await api.submit('seen');
    await api.state(jobId, 'Launched');
    expect(await firstEvent(`assignmentresults/${jobId}`)).toMatchObject({
      jobId,
      workerAssignments: { '1': { hosts: { '1': { state: 'Started' } } } },
    });
    expect(await firstEvent('namedjobs/seen')).toEqual({ name: 'seen', jobId });
    expect(await firstEvent('assignmentresults/seen-9')).toBe(404);
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/job/status/${jobId}`);
    const [frame] = (await once(socket, 'message')) as [Buffer];
    socket.close();
    expect(JSON.parse(frame.toString())).toMatchObject({ status: { jobId } });
    await api.call('PUT', 'svc/publish/streamJobClusterMap', { mappings: { shop: { clicks: 'seen' } } });
    const map = await api.get('mantis/publish/streamJobClusterMap?app=shop');
    expect(map.body).toMatchObject({ mappings: { shop: { clicks: 'seen' } } });
  });
});
