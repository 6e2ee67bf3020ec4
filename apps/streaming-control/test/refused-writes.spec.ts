import { setTimeout as delay } from 'node:timers/promises';
import type { TestService } from '@portolan/service/testing';
import { Api, definition, oneWorker, stage, startStreaming, submission } from './support/api';
import { TestNode } from './support/test-node';

const NAME = 'kept';
const JOB = 'kept-1';
const by = { name: NAME, user: 'ann' };

/** A machine that no stage may ask for. */
const tooLarge = { cpuCores: 1000, memoryMB: 64 };
const badStages = { stages: { '1': stage(1, { machineDefinition: tooLarge }) } };
const scaling = (strategies: object): object => ({
  schedulingInfo: { stages: { '1': stage(1, { scalingPolicy: { min: 1, max: 2, strategies } }) } },
});
const percent = { scaleDownBelowPct: 1, scaleUpAbovePct: 2 };
const status = (more: object): object => ({
  status: { jobId: JOB, workerNumber: 1, state: 'Noop', ...more },
});
/** The next version of the cluster. */
const next = (more: object): object => definition(NAME, { version: '2', ...oneWorker, ...more });
const job = (more: object): object => submission(NAME, more);

describe('refused writes', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
    node = await TestNode.start(service);
    await api.createCluster(NAME, oneWorker);
    await api.submit(NAME);
    await api.state(JOB, 'Launched');
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  /** All rows that a write could change. */
  const everything = async (): Promise<unknown> => {
    const paths = [
      'jobClusters',
      'jobs?activeOnly=false',
      `jobs/${JOB}/archivedWorkers`,
      'agentClusters',
      'agentClusters/autoScalePolicy',
      'svc/publish/streamJobClusterMap',
    ];
    return Promise.all(paths.map(async (path) => (await api.get(path)).body));
  };

  const action = (name: string): string => `jobClusters/${NAME}/actions/${name}`;
  const policy = { cooldownSecs: 1, minIdle: 1, maxIdle: 2, minSize: 1, maxSize: 3 };

  it.each<[string, string, string, unknown]>([
    [
      'a cluster with stages that are too large',
      'POST',
      'jobClusters',
      definition('fresh', { schedulingInfo: badStages }),
    ],
    ['a cluster with an invalid cron spec', 'POST', 'jobClusters', definition('fresh', { cronSpec: 'noon' })],
    ['a cluster with an invalid SLA', 'POST', 'jobClusters', definition('fresh', { slaMin: 2, slaMax: 1 })],
    [
      'another definition with an invalid cron spec',
      'PUT',
      `jobClusters/${NAME}`,
      next({ cronSpec: 'noon' }),
    ],
    ['another definition with an invalid SLA', 'PUT', `jobClusters/${NAME}`, next({ slaMin: 2, slaMax: 1 })],
    [
      'another definition of a known version',
      'PUT',
      `jobClusters/${NAME}`,
      next({ version: '1', labels: [] }),
    ],
    ['deletion while a job runs', 'DELETE', `jobClusters/${NAME}?user=ann`, undefined],
    [
      'an artifact of a known version',
      'POST',
      action('updateArtifact'),
      { ...by, version: '1', url: 'http://x/y.zip' },
    ],
    [
      'resources of a known version',
      'POST',
      action('updateSchedulingInfo'),
      { ...by, version: '1', ...oneWorker },
    ],
    [
      'resources that are too large',
      'POST',
      action('updateSchedulingInfo'),
      { ...by, version: '2', schedulingInfo: badStages },
    ],
    ['an SLA of min above max', 'POST', action('updateSla'), { ...by, min: 3, max: 2, forceenable: true }],
    ['an SLA of min alone', 'POST', action('updateSla'), { ...by, min: 1, cronpolicy: 'KEEP_NEW' }],
    [
      'an SLA of an unknown cron policy',
      'POST',
      action('updateSla'),
      { ...by, min: 0, max: 1, cronpolicy: 'KEEP_ALL' },
    ],
    [
      'an SLA that another cluster is named for',
      'POST',
      action('updateSla'),
      { name: 'other', user: 'ann', cronspec: 'noon' },
    ],
    ['an SLA that nobody asks for', 'POST', action('updateSla'), { name: NAME, user: ' ', cronspec: 'noon' }],
    [
      'labels of which one is none',
      'POST',
      action('updateLabel'),
      { ...by, labels: [{ name: 'a', value: 'b' }, {}] },
    ],
    ['disabling by nobody', 'POST', action('disableCluster'), { name: NAME }],
    ['a job of an unknown version', 'POST', 'jobs', job({ version: '7' })],
    [
      'a job of other stages',
      'POST',
      'jobs',
      job({ schedulingInfo: { stages: { '1': stage(1), '2': stage(1) } } }),
    ],
    ['a job whose output is to be followed', 'POST', 'jobsubmitandconnect', job({ version: '7' })],
    ['a job of another cluster', 'POST', `jobClusters/${NAME}/jobs`, submission('other')],
    [
      'a stage that is not there',
      'POST',
      `jobs/${JOB}/actions/scaleStage`,
      { StageNumber: 9, NumWorkers: 2 },
    ],
    ['too many workers', 'POST', `jobs/${JOB}/actions/scaleStage`, { StageNumber: 1, NumWorkers: 2000 }],
    ['a worker that is not there', 'POST', `jobs/${JOB}/actions/resubmitWorker`, { workerNumber: 9 }],
    ['agent clusters of which one has no name', 'POST', 'agentClusters', ['default', '']],
    [
      'agent clusters beyond their number',
      'POST',
      'agentClusters',
      Array.from({ length: 101 }, (_, index) => `a${index}`),
    ],
    [
      'policies of which one is wrong',
      'PUT',
      'agentClusters/autoScalePolicy',
      { a: policy, b: { ...policy, minSize: 9 } },
    ],
    [
      'mappings of which one is wrong',
      'PUT',
      'svc/publish/streamJobClusterMap',
      { mappings: { a: { s: NAME }, b: { s: 7 } } },
    ],
  ])('[V1-ERR-6] change nothing: %s', async (_what, method, path, body) => {
    const before = await everything();
    const answer = await api.call(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
    expect(await everything()).toEqual(before);
  });

  const unknown = { strategy: 'ALL_AT_ONCE', configString: '{}' };
  it.each<[string, string, string, unknown]>([
    ['strategy of an action', 'POST', action('updateMigrationStrategy'), { ...by, migrationConfig: unknown }],
    ['strategy of a new cluster', 'POST', 'jobClusters', definition('fresh', { migrationConfig: unknown })],
    ['strategy of a definition', 'PUT', `jobClusters/${NAME}`, next({ migrationConfig: unknown })],
    ['strategy of a job', 'POST', 'jobs', job({ migrationConfig: unknown })],
    ['durationType', 'POST', 'jobs', job({ jobSla: { durationType: 'Eternal' } })],
    ['slaType', 'POST', 'jobs', job({ jobSla: { durationType: 'Perpetual', slaType: 'Lossless' } })],
    ['cronPolicy', 'POST', 'jobClusters', definition('fresh', { cronPolicy: 'KEEP_ALL' })],
    [
      'hard constraint',
      'PUT',
      `jobClusters/${NAME}`,
      next({ schedulingInfo: { stages: { '1': stage(1, { hardConstraints: ['Sunny'] }) } } }),
    ],
    [
      'soft constraint',
      'PUT',
      `jobClusters/${NAME}`,
      next({ schedulingInfo: { stages: { '1': stage(1, { softConstraints: ['Sunny'] }) } } }),
    ],
    ['scaling reason', 'PUT', `jobClusters/${NAME}`, next(scaling({ Luck: { reason: 'Luck', ...percent } }))],
    ['state of a worker', 'POST', `jobs/${JOB}/actions/postJobStatus`, status({ state: 'Resting' })],
    ['type of a status', 'POST', `jobs/${JOB}/actions/postJobStatus`, status({ type: 'RUMOUR' })],
  ])('[V1-ERR-7] [V1-ERR-6] change nothing: an unknown %s', async (_what, method, path, body) => {
    const before = await everything();
    const answer = await api.call(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
    expect(await everything()).toEqual(before);
  });

  it('[V1-ENABLE-6] an invalid cron spec disables the cluster, changes nothing else, and the running job continues', async () => {
    const [clusters, jobs, ...rest] = (await everything()) as [{ list: object[] }, ...unknown[]];
    const answer = await api.post(action('updateSla'), {
      ...by,
      min: 0,
      max: 1,
      cronspec: 'noon',
      cronpolicy: 'KEEP_NEW',
    });
    expect(answer.status).toBe(400);
    // Controllers end the jobs of clusters that were disabled on purpose with their next pass.
    await delay(1000);
    const disabled = { ...clusters, list: clusters.list.map((one) => ({ ...one, disabled: true })) };
    expect(await everything()).toEqual([disabled, jobs, ...rest]);
    expect((await api.post('jobs', job({}))).status).toBe(400);
    expect((await api.post(action('disableCluster'), by)).status).toBe(204);
    await api.state(JOB, 'Completed');
  });

  it('[V1-ENABLE-6] a disabled cluster stays disabled in the same way', async () => {
    await api.createCluster('off', oneWorker);
    const off = { name: 'off', user: 'ann' };
    await api.post('jobClusters/off/actions/disableCluster', off);
    expect((await api.post('jobClusters/off/actions/updateSla', { ...off, cronspec: 'noon' })).status).toBe(
      400,
    );
    expect((await api.post('jobClusters/off/actions/enableCluster', off)).status).toBe(204);
    const jobId = await api.submit('off');
    await api.state(jobId, 'Launched');
    await api.post('jobClusters/off/actions/disableCluster', off);
    await api.state(jobId, 'Completed');
  });
});
