import type { TestService } from '@portolan/service/testing';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, definition, oneWorker, stage, startStreaming, submission } from './support/api';
import { TestNode } from './support/test-node';

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

  it('[V1-JOB-6] [V1-GEN-2] [V1-LIFE-1] [V1-FIELD-9] [V1-FIELD-10] [V1-FIELD-11] [V1-FIELD-12] are submitted, launched by nodes, and Launched when all workers are Started', async () => {
    await api.createCluster('sine', { parameters: [{ name: 'of', value: 'cluster' }] });
    const answer = await api.post<StreamJobResponse>('jobClusters/sine/jobs', submission('sine'));
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

  it('pass a complete environment to a worker', async () => {
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
  ])('refuses jobs %s', async (_what, body, status, message) => {
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

  it('are not submitted twice while a job of the same unique type is active', async () => {
    await api.createCluster('unique', oneWorker);
    const jobSla = { durationType: 'Perpetual', userProvidedType: '{"unique":"a"}' };
    const first = await api.submit('unique', { jobSla });
    expect(await api.submit('unique', { jobSla })).toBe(first);
    expect(await api.submit('unique')).not.toBe(first);
    await api.call('DELETE', `jobs/${first}`);
    expect(await api.submit('unique', { jobSla })).toBe('unique-3');
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
    const answer = await api.post<StreamJobResponse>('jobs/actions/quickSubmit', {
      name: 'quick',
      user: 'bob',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.jobMetadata).toMatchObject({
      jobId: 'quick-2',
      user: 'bob',
      jarUrl: 'http://x/2.zip',
      parameters: [{ name: 'p', value: '1' }],
    });
    expect(answer.body.stageMetadataList[0]?.numWorkers).toBe(2);
    expect((await api.post('jobs/actions/quickSubmit', { name: 'nobody', user: 'bob' })).status).toBe(404);
    const nobody = await api.post<StreamJobResponse>('jobs/actions/quickSubmit', { name: 'quick', user: '' });
    expect(nobody.body.jobMetadata.user).toBe('anonymous');
    await api.state('quick-3', 'Launched');
  });
});
