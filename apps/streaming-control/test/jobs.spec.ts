import type { JobRecord, WorkerRecord } from '../src/jobs/job-record';
import { eventually, type TestService } from '@portolan/service/testing';
import { Api, definition, oneWorker, stage, startStreaming, submission } from './support/api';
import { TestNode } from './support/test-node';

jest.setTimeout(60_000);

interface List<T> {
  list: T[];
  total: number;
}
interface Problem {
  error: string;
}

describe('jobs', () => {
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

  const archived = async (jobId: string): Promise<WorkerRecord[]> =>
    (await api.get<List<WorkerRecord>>(`jobs/${jobId}/archivedWorkers`)).body.list;

  it('[V1-JOB-6] [V1-GEN-2] [V1-LIFE-1] [V1-FIELD-9] [V1-FIELD-10] [V1-FIELD-11] [V1-FIELD-12] are submitted, launched by nodes, and Launched when all workers are Started', async () => {
    await api.createCluster('sine', { parameters: [{ name: 'of', value: 'cluster' }] });
    const answer = await api.post<JobRecord>('jobClusters/sine/jobs', submission('sine'));
    expect(answer.status).toBe(201);
    expect(answer.body.jobMetadata).toMatchObject({
      jobId: 'sine-1',
      name: 'sine',
      user: 'ann',
      startedAt: 0,
      jarUrl: 'http://127.0.0.1:9/sine.zip',
      numStages: 2,
      sla: {
        runtimeLimitSecs: 0,
        minRuntimeSecs: 0,
        slaType: 'Lossy',
        durationType: 'Perpetual',
        userProvidedType: '',
      },
      state: 'Accepted',
      parameters: [{ name: 'of', value: 'cluster' }],
      nextWorkerNumberToUse: 10,
      labels: [
        { name: '_svc.artifact', value: 'sine.zip' },
        { name: '_svc.version', value: '1' },
      ],
    });
    const job = await api.state('sine-1', 'Launched');
    expect(job.jobMetadata.startedAt).toBeGreaterThan(0);
    expect(job.stageMetadataList.map((one) => [one.stageNum, one.numWorkers, one.numStages])).toEqual([
      [1, 1, 2],
      [2, 2, 2],
    ]);
    const held = await node.worker('sine-1', 3);
    expect(job.workerMetadataList[2]).toMatchObject({
      jobId: 'sine-1',
      stageNum: 2,
      workerIndex: 1,
      workerNumber: 3,
      numberOfPorts: 5,
      metricsPort: held.ports.METRICS_PORT,
      debugPort: held.ports.DEBUG_PORT,
      consolePort: held.ports.CONSOLE_PORT,
      customPort: held.ports.CUSTOM_PORT,
      ports: [held.ports.SINK_PORT],
      state: 'Started',
      slave: '127.0.0.1',
      slaveID: node.id,
      cluster: 'default',
      reason: 'Normal',
    });
  });

  it('give a worker all that the design promises to an artifact', async () => {
    const { offer } = await node.worker('sine-1', 2);
    expect(offer).toMatchObject({ kind: 'worker', subject: 'sine-1-worker-0-2', command: [], user: 'ann' });
    expect(offer.environment).toMatchObject({
      JOB_ID: 'sine-1',
      JOB_NAME: 'sine',
      JOB_VERSION: '1',
      JOB_USER: 'ann',
      STAGE_NUM: '2',
      TOTAL_STAGES: '2',
      WORKER_INDEX: '0',
      WORKER_NUMBER: '2',
      JOB_PARAMETERS: '[{"name":"of","value":"cluster"}]',
      JOB_PARAMETERS_FILE: 'job-parameters.json',
      SCHEDULING_INFO_FILE: 'scheduling-info.json',
      MASTER_URL: service.url,
      STATUS_URL: `${service.url}/api/v1/jobs/sine-1/actions/postJobStatus`,
      DISCOVERY_URL: `${service.url}/api/v1/jobDiscoveryStream/sine-1`,
      HEARTBEAT_INTERVAL_SECS: '20',
      DURATION_TYPE: 'Perpetual',
      SUBSCRIPTION_TIMEOUT_SECS: '0',
      MIN_RUNTIME_SECS: '0',
    });
    expect(JSON.parse(offer.environment.SCHEDULING_INFO ?? '')).toMatchObject({
      stages: { '1': { numberOfInstances: 1 }, '2': { numberOfInstances: 2 } },
    });
    expect(offer.files).toEqual([
      { path: offer.artifact, url: 'http://127.0.0.1:9/sine.zip', unpack: true },
      { path: 'job-parameters.json', content: offer.environment.JOB_PARAMETERS },
      { path: 'scheduling-info.json', content: offer.environment.SCHEDULING_INFO },
    ]);
    expect(offer.portVariables).toEqual([
      'METRICS_PORT',
      'DEBUG_PORT',
      'CONSOLE_PORT',
      'CUSTOM_PORT',
      'SINK_PORT',
    ]);
  });

  it('[V1-JOB-3] [V1-JOB-4] are read by id, also below their cluster', async () => {
    const job = await api.job('sine-1');
    expect((await api.get('jobClusters/sine/jobs/sine-1')).body).toEqual(job);
    await api.createCluster('other');
    const answers = [
      await api.get<Problem>('jobs/sine-99'),
      await api.get<Problem>('jobs/nobody-1'),
      await api.get<Problem>('jobs/nonsense'),
      await api.get<Problem>('jobClusters/other/jobs/sine-1'),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual([
      [404, 'Job sine-99 not found'],
      [404, "Job nobody-1 doesn't exist"],
      [404, "Job nonsense doesn't exist"],
      [404, 'JobId [sine-1] exists but does not belong to specified cluster [other]'],
    ]);
  });

  it.each([
    ['without a name', { jobSla: { durationType: 'Perpetual' } }, 400, 'name'],
    ['without a jobSla', { name: 'sine' }, 400, 'jobSla'],
    [
      'with an unknown duration type',
      submission('sine', { jobSla: { durationType: 'Short' } }),
      400,
      'durationType',
    ],
    ['of an unknown cluster', submission('nobody'), 404, "Job Cluster nobody doesn't exist"],
    [
      'of an unknown version',
      submission('sine', { version: '9' }),
      400,
      'No Job Cluster config could be found for version 9 in JobCluster sine. Job Submit fails',
    ],
    [
      'with too many CPUs',
      submission('sine', {
        schedulingInfo: {
          stages: { '1': { numberOfInstances: 1, machineDefinition: { cpuCores: 9, memoryMB: 1 } } },
        },
      }),
      400,
      'requested CPU cannot be more than max CPU per worker 8',
    ],
  ])('are refused %s', async (_what, body, status, message) => {
    const answer = await api.post<Problem>('jobs', body);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(message)]);
  });

  it('are refused when body and address name different clusters', async () => {
    const answer = await api.post<Problem>('jobClusters/sine/jobs', submission('other'));
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'Cluster name specified in request payload [other] does not match with what specified in resource endpoint [sine]',
    ]);
  });

  it('are one while a job of the same unique type is active', async () => {
    await api.createCluster('unique', oneWorker);
    const jobSla = { durationType: 'Perpetual', userProvidedType: '{"unique":"a"}' };
    const first = await api.submit('unique', { jobSla });
    expect(await api.submit('unique', { jobSla })).toBe(first);
    expect(await api.submit('unique')).not.toBe(first);
    await api.call('DELETE', `jobs/${first}`);
    expect(await api.submit('unique', { jobSla })).toBe('unique-3');
  });

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
      expect.objectContaining({ workerNumber: 3, state: 'Failed', reason: 'Relaunched' }),
    ]);
  });

  it('show the newest of their archived workers, and say what is wrong with a request for them', async () => {
    const numbers = async (query: string): Promise<number[]> => {
      const { body } = await api.get<List<WorkerRecord>>(`jobs/dying-1/archivedWorkers?${query}`);
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
      expect.objectContaining({ workerNumber: 1, state: 'Failed', reason: 'Error' }),
    ]);
    await eventually('its process is stopped', () => worker.stopped);
    for (const jobId of [byNode, byExit, byPost]) expect(node.of(jobId)).toHaveLength(1);
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
    expect(job.workerMetadataList.map((worker) => [worker.state, worker.reason])).toEqual([
      ['Completed', 'Normal'],
      ['Completed', 'Normal'],
    ]);
  });

  it('[V1-LIFE-2] replace a worker that ends with 0 without having said that it completed', async () => {
    await api.createCluster('terminated', oneWorker);
    const jobId = await api.submit('terminated');
    await api.state(jobId, 'Launched');
    await (await node.worker(jobId, 1)).exit(0);
    await node.worker(jobId, 2);
    await eventually('the next one runs', async () => (await api.started(jobId)).join() === '2');
    expect((await api.job(jobId)).jobMetadata.state).toBe('Launched');
    expect(await archived(jobId)).toEqual([
      expect.objectContaining({ workerNumber: 1, state: 'Failed', reason: 'Relaunched' }),
    ]);
  });

  it('[V1-JOB-5] are killed for good, with their processes', async () => {
    await api.createCluster('killed');
    const jobId = await api.submit('killed');
    await api.state(jobId, 'Launched');
    const answer = await api.call('DELETE', `jobs/${jobId}?user=ann&reason=test`);
    expect(answer).toMatchObject({ status: 202, body: undefined });
    const job = await api.job(jobId);
    expect(job.jobMetadata.state).toBe('Completed');
    expect(job.workerMetadataList.map((worker) => [worker.state, worker.reason])).toEqual([
      ['Completed', 'Killed'],
      ['Completed', 'Killed'],
      ['Completed', 'Killed'],
    ]);
    await eventually('all processes are stopped', () => node.of(jobId).every((launch) => launch.stopped));
    expect(node.of(jobId)).toHaveLength(3);
    expect((await api.call<Problem>('DELETE', `jobs/${jobId}`)).status).toBe(404);
    expect((await api.call('DELETE', `jobClusters/killed/jobs/${jobId}`)).status).toBe(405);
    expect(await archived(jobId)).toHaveLength(3);
  });

  it('[V1-JOB-19] let the output of their workers be read, also of those that are over', async () => {
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

  it('[V1-JOB-9] are scaled up and down, to the highest indexes', async () => {
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

  it('[V1-JOB-10] get a new worker for one that a user resubmits', async () => {
    const resubmit = (body: object) =>
      api.post<Problem>('jobs/sine-1/actions/resubmitWorker', { user: 'ann', ...body });
    expect((await resubmit({ workerNumber: 2, reason: 'stuck' })).status).toBe(204);
    await eventually('replaced', async () => (await api.started('sine-1')).join() === '1,4,3');
    await eventually('the old process is stopped', async () => (await node.worker('sine-1', 2)).stopped);
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

  it('[V1-JOB-7] are submitted again by quickSubmit with the newest artifact', async () => {
    await api.createCluster('quick', { schedulingInfo: { stages: { '1': stage(1) } } });
    await api.submit('quick', {
      parameters: [{ name: 'p', value: '1' }],
      schedulingInfo: { stages: { '1': stage(2) } },
    });
    const newer = {
      version: '2',
      jobJarFileLocation: 'http://x/2.zip',
      parameters: [{ name: 'p', value: 'of the cluster' }],
      schedulingInfo: { stages: { '1': stage(1) } },
    };
    await api.call('PUT', 'jobClusters/quick', definition('quick', newer));
    const answer = await api.post<JobRecord>('jobs/actions/quickSubmit', { name: 'quick', user: 'bob' });
    expect(answer.status).toBe(201);
    expect(answer.body.jobMetadata).toMatchObject({
      jobId: 'quick-2',
      user: 'bob',
      jarUrl: 'http://x/2.zip',
      parameters: [{ name: 'p', value: '1' }],
    });
    expect(answer.body.stageMetadataList[0]?.numWorkers).toBe(2);
    expect((await api.post('jobs/actions/quickSubmit', { name: 'nobody', user: 'bob' })).status).toBe(404);
    const nobody = await api.post<JobRecord>('jobs/actions/quickSubmit', { name: 'quick', user: '' });
    expect(nobody.body.jobMetadata.user).toBe('anonymous');
    await api.state('quick-3', 'Launched');
  });

  describe('in lists', () => {
    const ids = async (query: string): Promise<string[]> => {
      const { body } = await api.get<List<JobRecord>>(query);
      return body.list.map((job) => job.jobMetadata.jobId);
    };

    beforeAll(async () => {
      await api.createCluster('listed', oneWorker);
      for (const team of ['a', 'b', 'b']) {
        await api.submit('listed', {
          labels: [
            { name: 'team', value: team },
            { name: 'all', value: '1' },
          ],
        });
      }
      await api.call('DELETE', 'jobs/listed-1');
    });

    it.each([
      ['[V1-JOB-2] of a cluster, active ones only', 'jobClusters/listed/jobs', ['listed-2', 'listed-3']],
      ['of a cluster that is not there', 'jobClusters/nobody/jobs', []],
      [
        '[V1-JOB-13] with those that are over',
        'jobClusters/listed/jobs?activeOnly=false',
        ['listed-1', 'listed-2', 'listed-3'],
      ],
      [
        '[V1-JOB-14] by state before activeOnly',
        'jobClusters/listed/jobs?jobState=Terminal&activeOnly=true',
        ['listed-1'],
      ],
      ['[V1-JOB-16] by cluster name', 'jobs?matching=LISTED', ['listed-2', 'listed-3']],
      ['[V1-JOB-12] up to a limit, the newest', 'jobs?matching=listed&limit=1', ['listed-3']],
      [
        '[V1-JOB-15] by any label',
        'jobs?activeOnly=false&labels=team=a,all=1',
        ['listed-1', 'listed-2', 'listed-3'],
      ],
      [
        '[V1-JOB-15] by all labels',
        'jobs?activeOnly=false&labels=team=b,all=1&labels.op=and',
        ['listed-2', 'listed-3'],
      ],
      ['by a page', 'jobs?matching=listed&pageSize=1&offset=1', ['listed-3']],
    ])('%s', async (_what, query, expected) => {
      expect(await ids(query)).toEqual(expected);
    });

    it.each([
      ['the newest before one', 'jobState=Terminal&startJobIdExclusive=walked-3&limit=1', ['walked-2']],
      ['all before one', 'jobState=Terminal&startJobIdExclusive=walked-3', ['walked-1', 'walked-2']],
      ['active ones in any case', 'activeOnly=false&startJobIdExclusive=walked-2', ['walked-1', 'walked-4']],
      [
        'sorted by version, then by submission',
        'activeOnly=false&sortBy=version',
        ['walked-4', 'walked-1', 'walked-2', 'walked-3'],
      ],
      [
        'sorted by their end',
        'activeOnly=false&sortBy=terminatedAt&ascending=true&pageSize=2',
        ['walked-4', 'walked-1'],
      ],
      ['by pages of any size', 'activeOnly=false&pageSize=9007199254740991&offset=9007199254740991', []],
    ])('of the past: %s', async (_what, query, expected) => {
      if ((await api.get('jobClusters/walked')).status === 404) {
        await api.createCluster('walked', oneWorker);
        for (const jobId of [1, 2, 3].map((number) => `walked-${number}`)) {
          expect(await api.submit('walked')).toBe(jobId);
          await api.call('DELETE', `jobs/${jobId}`);
        }
        await api.submit('walked', { jobJarFileLocation: 'http://x/9.zip', version: '9', ...oneWorker });
      }
      expect(await ids(`jobClusters/walked/jobs?${query}`)).toEqual(expected);
    });

    it('sorted by any number of the compact form', async () => {
      await api.createCluster('sorted', oneWorker);
      for (const count of [2, 3, 1]) {
        await api.submit('sorted', { schedulingInfo: { stages: { '1': stage(count) } } });
      }
      for (const field of ['numWorkers', 'totCPUs', 'totMemory']) {
        const { body } = await api.get<List<{ jobId: string }>>(
          `jobs?matching=^sorted$&compact=true&sortBy=${field}`,
        );
        expect(body.list.map((job) => job.jobId)).toEqual(['sorted-2', 'sorted-1', 'sorted-3']);
      }
      for (const field of ['submittedAt', 'jobId', 'state', 'type', 'user', 'jarUrl', 'numStages']) {
        const query = `jobs?matching=^sorted$&compact=true&sortBy=${field}&ascending=true`;
        expect((await api.get<List<object>>(query)).body.total).toBe(3);
      }
    });

    it('[V1-JOB-17] only with workers of a stage, trimmed to it', async () => {
      await api.state('sine-1', 'Launched');
      const { body } = await api.get<List<JobRecord>>('jobs?matching=^(sine|listed)$&stageNumber=2');
      expect(body.list.map((job) => job.jobMetadata.jobId)).toEqual(['sine-1']);
      expect(body.list[0]?.stageMetadataList.map((one) => one.stageNum)).toEqual([2]);
      expect(body.list[0]?.workerMetadataList.map((one) => one.stageNum)).toEqual([2, 2]);
      expect(body.list[0]?.jobMetadata.numStages).toBe(2);
    });

    it.each([
      ['workerIndex=1', [[2, 1]]],
      ['workerNumber=1', [[1, 0]]],
      [
        'workerIndex=0&workerState=Active',
        [
          [1, 0],
          [2, 0],
        ],
      ],
      ['workerState=Terminal', []],
      ['workerState=Noop', []],
    ])('[V1-JOB-18] with workers by %s', async (query, expected) => {
      const { body } = await api.get<List<JobRecord>>(`jobs?matching=^sine$&${query}`);
      expect(body.list[0]?.workerMetadataList.map((one) => [one.stageNum, one.workerIndex])).toEqual(
        expected,
      );
    });

    it('[V1-JOB-1] all of them, as records', async () => {
      const all = await ids('jobs/');
      expect(all).toEqual(expect.arrayContaining(['sine-1', 'listed-2', 'listed-3']));
      expect(all).not.toContain('listed-1');
    });

    it('[V1-JOB-11] in compact form', async () => {
      const { body } = await api.get<List<object>>('jobs?compact=true&matching=listed&limit=1');
      expect(body.list).toEqual([
        expect.objectContaining({ jobId: 'listed-3', numWorkers: 1, totMemory: 64 }),
      ]);
    });

    it.each([
      'workerState=Asleep',
      'stageNumber=x',
      'jobState=Sleeping',
      'limit=0',
      'limit=x',
      'pageSize=-1',
      'compact=maybe',
      'sortBy=jobMetadata',
      'startJobIdExclusive=nonsense',
    ])('refuse %s with 400', async (query) => {
      expect((await api.get(`jobs?${query}`)).status).toBe(400);
    });
  });
});
