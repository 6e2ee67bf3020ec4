import { eventually, type TestService } from '@portolan/service/testing';
import type { StreamJobResponse, WorkerResponse } from '../src/jobs/job-record.dto';
import type { WorkerMetricsResponse } from '../src/worker-metrics/worker-metrics.dto';
import { Api, oneWorker, stage, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

interface List<T> {
  list: T[];
}
interface Problem {
  error: string;
}

describe('workers of jobs', () => {
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

  const archived = async (jobId: string): Promise<WorkerResponse[]> =>
    (await api.get<List<WorkerResponse>>(`jobs/${jobId}/archivedWorkers`)).body.list;

  it('[V1-LIFE-2] [V1-JOB-8] replace a worker that died by one with a new number', async () => {
    await api.createCluster('dying');
    const jobId = await api.submit('dying');
    await api.state(jobId, 'Launched');
    await (await node.worker(jobId, 3)).exit(137);
    const replacement = await node.worker(jobId, 4);
    expect(replacement.offer.environment).toMatchObject({
      STAGE_NUM: '2',
      WORKER_INDEX: '1',
      WORKER_NUMBER: '4',
    });
    await eventually('replaced', async () => (await api.started(jobId)).join() === '1,2,4');
    const job = await api.job(jobId);
    expect(job.jobMetadata.state).toBe('Launched');
    expect(job.workerMetadataList.at(-1)).toMatchObject({ resubmitOf: 3, totalResubmitCount: 1 });
    expect(await archived(jobId)).toEqual([
      expect.objectContaining({ workerNumber: 3, state: 'Failed', reason: 'Relaunched: signal SIGKILL' }),
    ]);
  });

  it('list the newest archived workers, and refuse invalid requests for them', async () => {
    const numbers = async (query: string): Promise<number[]> => {
      const { body } = await api.get<List<WorkerResponse>>(`jobs/dying-1/archivedWorkers?${query}`);
      return body.list.map((worker) => worker.workerNumber);
    };
    await (await node.worker('dying-1', 2)).exit(137);
    await eventually('replaced', async () => (await api.started('dying-1')).join() === '1,5,4');
    expect([await numbers(''), await numbers('limit=1'), await numbers('offset=1')]).toEqual([
      [2, 3],
      [3],
      [3],
    ]);
    const answers = await Promise.all(
      ['nonsense', 'nobody-1', 'dying-9'].map((id) => api.get<Problem>(`jobs/${id}/archivedWorkers`)),
    );
    expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual([
      [400, 'Invalid jobId in URI'],
      [400, 'Job Cluster nobody Not found'],
      [404, 'Job dying-9 not found'],
    ]);
  });

  it('[V1-LIFE-8] ignore reports of replaced and unknown workers', async () => {
    const old = await node.worker('dying-1', 3);
    expect(await old.post('Completed')).toBe(204);
    expect(await old.heartbeat()).toBe(204);
    const { STATUS_URL: url = '' } = old.offer.environment;
    const unknown = { jobId: 'dying-1', status: { workerNumber: 77, state: 'Failed' } };
    for (const address of [
      url,
      url.replace('dying-1', 'nobody-1'),
      `${service.url}/api/v1/jobs/actions/postJobStatus`,
    ]) {
      expect((await fetch(address, { method: 'POST', body: JSON.stringify(unknown) })).status).toBe(204);
    }
    expect((await fetch(url, { method: 'POST', body: '{"status":{"state":"Started"}}' })).status).toBe(400);
    expect(await api.started('dying-1')).toEqual([1, 5, 4]);
    expect((await archived('dying-1')).map((worker) => worker.state)).toEqual(['Failed', 'Failed']);
  });

  it('[V1-LIFE-5] are Failed at once when a worker can never run', async () => {
    await api.createCluster('hopeless', oneWorker);
    const failure = {
      code: 'missingParameter',
      message: 'required parameter x has no value',
      permanent: true,
    };
    const byNode = await api.submit('hopeless');
    await (await node.worker(byNode, 1)).end({ outcome: 'notStarted', failure });
    await api.state(byNode, 'Failed');
    const byExit = await api.submit('hopeless');
    await (await node.worker(byExit, 1)).exit(64);
    await api.state(byExit, 'Failed');
    const byPost = await api.submit('hopeless');
    const worker = await node.worker(byPost, 1);
    await worker.post('Failed', { payloads: [{ type: 'PermanentFailure', data: 'no' }] });
    const job = await api.state(byPost, 'Failed');
    expect(job.terminatedAt).toBeGreaterThan(0);
    expect(job.workerMetadataList).toEqual([
      expect.objectContaining({ workerNumber: 1, state: 'Failed', reason: 'Error: worker Failed' }),
    ]);
    await eventually('its process is stopped', () => worker.stopped);
    for (const jobId of [byNode, byExit, byPost]) expect(node.of(jobId)).toHaveLength(1);
  });

  it('[V1-LIFE-17] state why they ended, and why their job did', async () => {
    const reasonsOf = async (jobId: string) => {
      const { jobMetadata, workerMetadataList } = await api.job(jobId);
      return [jobMetadata.reason, ...workerMetadataList.map(({ reason }) => reason)];
    };
    const perpetual = await api.submit('hopeless');
    await (await node.worker(perpetual, 1)).exit(1, 'Error: no topic');
    await node.worker(perpetual, 2);
    await eventually('the next one runs', async () => (await api.started(perpetual)).join() === '2');
    expect((await archived(perpetual)).map(({ reason }) => reason)).toEqual([
      'Relaunched: exit code 1: Error: no topic',
    ]);
    expect(await reasonsOf(perpetual)).toEqual(['Normal', 'Normal']);
    await api.call('DELETE', `jobs/${perpetual}?user=ann&reason=${encodeURIComponent('no\nlonger')}`);
    expect(await reasonsOf(perpetual)).toEqual(['Killed: no longer', 'Killed: no longer']);

    const named = await api.submit('hopeless');
    await node.worker(named, 1);
    await api.call('DELETE', `jobs/${named}?user=ann&reason=Normal`);
    expect(await reasonsOf(named)).toEqual(['Killed: Normal', 'Killed: Normal']);
    await api.state(named, 'Completed');
    expect(await reasonsOf(named)).toEqual(['Killed: Normal', 'Killed: Normal']);

    const unusable = await api.submit('hopeless');
    await (await node.worker(unusable, 1)).exit(64, 'usage: x');
    await api.state(unusable, 'Failed');
    const cause = 'Error: exit code 64: usage: x';
    expect(await reasonsOf(unusable)).toEqual([cause, cause]);

    const missing = await api.submit('hopeless');
    const failure = { code: 'downloadFailed', message: 'x.zip: 404', permanent: true };
    await (await node.worker(missing, 1)).end({ outcome: 'notStarted', failure });
    await api.state(missing, 'Failed');
    expect(await reasonsOf(missing)).toEqual(['Error: x.zip: 404', 'Error: x.zip: 404']);

    const chatty = await api.submit('hopeless');
    await (await node.worker(chatty, 1)).exit(64, 'x'.repeat(512));
    await api.state(chatty, 'Failed');
    for (const reason of await reasonsOf(chatty)) expect(reason.length).toBeLessThanOrEqual(1024);
  });

  it('[V1-LIFE-6] are Completed when all workers have completed', async () => {
    await api.createCluster('finite', { schedulingInfo: { stages: { '1': stage(2) } } });
    const jobId = await api.submit('finite');
    await api.state(jobId, 'Launched');
    await (await node.worker(jobId, 1)).post('Completed');
    await (await node.worker(jobId, 1)).exit(0);
    expect((await api.job(jobId)).jobMetadata.state).toBe('Launched');
    await (await node.worker(jobId, 2)).post('Completed');
    const job = await api.state(jobId, 'Completed');
    expect(job.jobMetadata.reason).toBe('Normal');
    expect(job.workerMetadataList.map((worker) => [worker.state, worker.reason])).toEqual([
      ['Completed', 'Normal'],
      ['Completed', 'Normal'],
    ]);
  });

  it('[V1-LIFE-2] replace a worker that ends with 0 without having reported Completed', async () => {
    await api.createCluster('terminated', oneWorker);
    const jobId = await api.submit('terminated');
    await api.state(jobId, 'Launched');
    await (await node.worker(jobId, 1)).exit(0);
    await node.worker(jobId, 2);
    await eventually('the next one runs', async () => (await api.started(jobId)).join() === '2');
    expect((await api.job(jobId)).jobMetadata.state).toBe('Launched');
    expect(await archived(jobId)).toEqual([
      expect.objectContaining({ workerNumber: 1, state: 'Failed', reason: 'Relaunched: exit code 0' }),
    ]);
  });

  it('[V1-JOB-5] are killed permanently, with their processes', async () => {
    await api.createCluster('killed');
    const jobId = await api.submit('killed');
    await api.state(jobId, 'Launched');
    const answer = await api.call('DELETE', `jobs/${jobId}?user=ann&reason=test`);
    expect(answer).toMatchObject({ status: 202, body: undefined });
    const job = await api.job(jobId);
    expect(job.jobMetadata.state).toBe('Completed');
    expect(job.workerMetadataList.map((worker) => [worker.state, worker.reason])).toEqual([
      ['Completed', 'Killed: test'],
      ['Completed', 'Killed: test'],
      ['Completed', 'Killed: test'],
    ]);
    await eventually('all processes are stopped', () => node.of(jobId).every((launch) => launch.stopped));
    expect(node.of(jobId)).toHaveLength(3);
    expect((await api.call<Problem>('DELETE', `jobs/${jobId}`)).status).toBe(404);
    expect((await api.call('DELETE', `jobClusters/killed/jobs/${jobId}`)).status).toBe(405);
    expect(await archived(jobId)).toHaveLength(3);
  });

  it('[V1-JOB-19] serve the output of their workers, also of ended ones', async () => {
    await api.createCluster('writing', oneWorker);
    const jobId = await api.submit('writing');
    await api.state(jobId, 'Launched');
    const worker = await node.worker(jobId, 1);
    worker.files.set('stdout', 'hello world').set('job-parameters.json', 'secret');
    const read = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(`${service.url}/api/v1/jobs/${path}`, { headers, method });
      return [response.status, await response.text(), response.headers.get('content-length')];
    };
    const output = `${jobId}/workers/1/output`;
    expect(await read(`${output}/stdout`)).toEqual([200, 'hello world', '11']);
    expect(await read(`${output}/stdout`, { range: 'bytes=6-' })).toEqual([206, 'world', '5']);
    expect((await read(`${output}/stdout`, { range: 'bytes=11-' }))[0]).toBe(416);
    expect(await read(`${output}/stdout`, {}, 'HEAD')).toEqual([200, '', '11']);
    for (const absent of ['stderr', 'job-parameters.json', '..%2Fstdout'].map(
      (file) => `${output}/${file}`,
    )) {
      expect((await read(absent))[0]).toBe(404);
    }
    for (const unknown of [`${jobId}/workers/2/output/stdout`, 'writing-9/workers/1/output/stdout']) {
      expect((await read(unknown))[0]).toBe(404);
    }
    expect((await read(`${jobId}/workers/x/output/stdout`))[0]).toBe(404);
    await worker.exit(137);
    await node.worker(jobId, 2);
    expect((await read(`${output}/stdout`))[1]).toBe('hello world');
  });

  it('[V1-JOB-22] are silent while nothing answers at their metrics ports', async () => {
    await api.createCluster('silent', oneWorker);
    const jobId = await api.submit('silent');
    await api.state(jobId, 'Launched');
    const { body } = await api.call<WorkerMetricsResponse>('GET', `jobs/${jobId}/workers/metrics`);
    expect(body).toEqual({ jobId, workers: [], silent: [1] });
  });

  it('[V1-JOB-9] are scaled up and down, at the highest indexes', async () => {
    await api.createCluster('scaled', {
      schedulingInfo: { stages: { '1': stage(1), '2': stage(1, { scalable: false }) } },
    });
    const jobId = await api.submit('scaled');
    await api.state(jobId, 'Launched');
    const scale = (body: object) =>
      api.post<Problem>(`jobs/${jobId}/actions/scaleStage`, { JobId: jobId, ...body });
    expect((await scale({ StageNumber: 1, NumWorkers: '3' })).status).toBe(204);
    await eventually('three workers', async () => (await api.started(jobId)).join() === '1,3,4,2');
    expect((await scale({ StageNumber: 1, NumWorkers: 2 })).status).toBe(204);
    expect((await api.job(jobId)).stageMetadataList[0]?.numWorkers).toBe(2);
    expect(await api.started(jobId)).toEqual([1, 3, 2]);
    await eventually('its process is stopped', async () => (await node.worker(jobId, 4)).stopped);
    const refused = [
      await scale({ StageNumber: 2, NumWorkers: 2 }),
      await scale({ StageNumber: 3, NumWorkers: 2 }),
      await scale({ StageNumber: 1, NumWorkers: 0 }),
      await scale({ StageNumber: 1, NumWorkers: 1500 }),
      await scale({ StageNumber: 1, NumWorkers: 2, JobId: 'other-1' }),
      await api.post<Problem>('jobs/scaled-9/actions/scaleStage', { StageNumber: 1, NumWorkers: 2 }),
    ];
    expect(refused.map((answer) => [answer.status, answer.body.error])).toEqual([
      [400, 'Stage 2 is not scalable'],
      [400, 'Non existent stage 3'],
      [400, 'StageNumber and NumWorkers must be greater than 0'],
      [400, 'num workers must be less than 1500'],
      [400, `JobId specified in request payload [other-1] does not match with resource uri [${jobId}]`],
      [400, 'Job scaled-9 not found. Could not scale stage to 2'],
    ]);
    const waiting = await api.submit('scaled', {
      schedulingInfo: { stages: { '1': stage(1, { hardConstraints: ['M3Cluster'] }), '2': stage(1) } },
    });
    const early = await api.post<Problem>(`jobs/${waiting}/actions/scaleStage`, {
      StageNumber: 1,
      NumWorkers: 2,
    });
    expect([early.status, early.body.error]).toEqual([
      409,
      `Cannot scale stage 1: job ${waiting} is in state Accepted and is not currently scalable`,
    ]);
  });

  it('[V1-JOB-21] are as many as their stage requires, also while it is scaled', async () => {
    await api.createCluster('torn', oneWorker);
    const jobId = await api.submit('torn');
    await api.state(jobId, 'Launched');
    let scaling = true;
    const scaleAll = async () => {
      for (let round = 0; round < 40; round++) {
        const body = { JobId: jobId, StageNumber: 1, NumWorkers: 1 + (round % 2) };
        expect((await api.post(`jobs/${jobId}/actions/scaleStage`, body)).status).toBe(204);
      }
      scaling = false;
    };
    const readAll = async (reader: number) => {
      for (let read = 0; scaling; read++) {
        // Each `Accept` has its own cached response, so each request reads again.
        const headers = { accept: `application/json, text/x-${reader}-${read}` };
        const record = await fetch(`${service.url}/api/v1/jobs/${jobId}`, { headers });
        const { stageMetadataList, workerMetadataList } = (await record.json()) as StreamJobResponse;
        expect(workerMetadataList).toHaveLength(stageMetadataList[0]!.numWorkers);
      }
    };
    await Promise.all([scaleAll(), ...[0, 1, 2, 3].map(readAll)]);
  });

  it('[V1-JOB-10] replace a worker that a user resubmits', async () => {
    const resubmit = (body: object) =>
      api.post<Problem>('jobs/sine-1/actions/resubmitWorker', { user: 'ann', ...body });
    await api.createCluster('sine');
    await api.state(await api.submit('sine'), 'Launched');
    expect((await resubmit({ workerNumber: 2, reason: 'stuck' })).status).toBe(204);
    await eventually('replaced', async () => (await api.started('sine-1')).join() === '1,4,3');
    await eventually('the old process is stopped', async () => (await node.worker('sine-1', 2)).stopped);
    expect((await resubmit({ workerNumber: 3 })).status).toBe(204);
    const { body } = await api.get<{ list: { reason: string }[] }>('jobs/sine-1/archivedWorkers');
    expect(body.list.map(({ reason }) => reason)).toEqual([
      'Relaunched: resubmitted by ann: stuck',
      'Relaunched: resubmitted by ann: no reason given',
    ]);
    const refused = [
      await resubmit({ workerNumber: 2 }),
      await resubmit({}),
      await api.post<Problem>('jobs/sine-99/actions/resubmitWorker', { workerNumber: 1 }),
      await api.post<Problem>('jobs/nobody-1/actions/resubmitWorker', { workerNumber: 1 }),
    ];
    expect(refused.map((answer) => [answer.status, answer.body.error])).toEqual([
      [400, 'No such worker number 2 in resubmit Worker request'],
      [400, expect.stringContaining('workerNumber') as string],
      [400, 'Job sine-99 not found. Could not resubmit worker'],
      [404, "JobCluster nobody doesn't exist"],
    ]);
  });
});
