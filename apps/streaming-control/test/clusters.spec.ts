import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, definition, stage, startStreaming, submission } from './support/api';
import { metricDifferences, type TestService } from '@portolan/service/testing';

interface Problem {
  time: number;
  host: string;
  error: string;
  requestId: string;
}

describe('job clusters', () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
  });
  afterAll(() => service.stop());

  const read = async (name: string): Promise<JobClusterResponse> =>
    (await api.get<JobClusterResponse>(`jobClusters/${name}`)).body;
  const act = (name: string, action: string, body: object = {}) =>
    api.post<Problem>(`jobClusters/${name}/actions/${action}`, { name, user: 'ann', ...body });

  it('[V1-CLUSTER-3] [V1-FIELD-8] [V1-FIELD-2] [V1-FIELD-3] [V1-GEN-1] [V1-GEN-5] are created from requests of curl and return the whole record', async () => {
    const answer = await api.post<JobClusterResponse>(
      'jobClusters',
      definition('full', {
        slaMin: '0',
        slaMax: '3',
        parameters: [
          { name: 'on', value: true },
          { name: 'n', value: 2 },
        ],
        labels: [{ name: '_svc.user', value: 'ann' }],
      }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      name: 'full',
      jars: [
        {
          url: 'http://127.0.0.1:9/sine.zip',
          uploadedAt: expect.any(Number) as number,
          version: '1',
          schedulingInfo: {
            stages: { '1': expect.any(Object) as object, '2': expect.any(Object) as object },
          },
        },
      ],
      sla: { min: 0, max: 3, cronSpec: null, cronPolicy: null },
      parameters: [
        { name: 'on', value: 'true' },
        { name: 'n', value: '2' },
      ],
      owner: { name: 'Ann', teamName: '', description: '', contactEmail: 'ann@example.org', repo: '' },
      lastJobCount: 0,
      disabled: false,
      isReadyForJobMaster: false,
      migrationConfig: {
        strategy: 'PERCENTAGE',
        configString: '{"percentToMove":25,"intervalMs":60000}',
      },
      labels: [{ name: '_svc.user', value: 'ann' }],
      cronActive: false,
      latestVersion: '1',
    });
    expect(answer.body.jars[0]?.schedulingInfo.stages['2']).toMatchObject({
      numberOfInstances: 2,
      scalingPolicy: null,
    });
    expect(await read('full')).toEqual(answer.body);
  });

  it('[V1-CLUSTER-4] [V1-ERR-5] [V1-GEN-4] answer 409 for an existing name, in the format of errors', async () => {
    await api.createCluster('twice');
    const answer = await api.post<Problem>('jobClusters', definition('twice'));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      time: expect.any(Number) as number,
      host: expect.any(String) as string,
      error: 'Job Cluster twice already exists',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it.each([
    ['no JSON', '{', 'JSON'],
    ['no definition', {}, 'jobDefinition'],
    ['a wrong type', definition('x', { user: [7] }), 'jobDefinition.user'],
    [
      'an invalid name',
      definition('1x'),
      'Job Cluster 1x could not be created due to invalid name: jobDefinition.name must begin with a letter',
    ],
    ['a stage that lacks', definition('x', { schedulingInfo: { stages: { '2': stage() } } }), 'stage 1'],
    ['a bad SLA', definition('x', { slaMin: 2, slaMax: 1 }), 'Cannot have max=1 < min=2'],
    ['a cron spec that never fires', definition('x', { cronSpec: '0 0 0 30 2 ?' }), 'it will never fire'],
    [
      'a bad cron spec',
      definition('x', { cronSpec: '* * * * *' }),
      'cronSpec: * * * * *: six or seven fields',
    ],
    ['a policy that is none', definition('x', { cronPolicy: 'KEEP_ALL' }), 'cronPolicy'],
  ])('[V1-ERR-1] refuse %s with 400', async (_what, body, message) => {
    const answer = await api.post<Problem>('jobClusters', body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each(['nonsense', 'text/plain', 'application/x-www-form-urlencoded'])(
    'are read as JSON, whatever the content type: %s',
    async (type) => {
      const answer = await fetch(`${service.url}/api/v1/jobClusters`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(definition(`typed-${type.replace(/\W/g, '-')}`)),
      });
      expect(answer.status).toBe(201);
    },
  );

  it('[V1-FIELD-13] ignore unknown fields', async () => {
    const body = { ...definition('unknown-fields', { surprise: 1 }), _links: {} };
    expect((await api.post('jobClusters', body)).status).toBe(201);
  });

  const put = (name: string, version: string, more: object = {}) =>
    api.call<unknown>('PUT', `jobClusters/${name}`, definition(name, { version, ...more }));

  it('[V1-CLUSTER-6] [V1-GEN-6] are updated with a new version, which a message confirms', async () => {
    await api.createCluster('updated');
    expect(await put('updated', '2')).toMatchObject({ status: 200, body: 'updated Job cluster updated' });
  });

  it('[V1-CLUSTER-7] use no version twice', async () => {
    await api.createCluster('used');
    await put('used', '2');
    for (const used of ['1', '2']) {
      expect(await put('used', used)).toMatchObject({
        status: 400,
        body: { error: `Job cluster used not updated as the version ${used} is not unique` },
      });
    }
  });

  it('[V1-CLUSTER-8] keep every version', async () => {
    await api.createCluster('versions');
    await put('versions', '2', { jobJarFileLocation: 'http://x/2.zip' });
    const record = await read('versions');
    expect(record.jars.map((jar) => [jar.version, jar.url])).toEqual([
      ['1', 'http://127.0.0.1:9/sine.zip'],
      ['2', 'http://x/2.zip'],
    ]);
    expect(record.latestVersion).toBe('2');
  });

  it('[V1-CLUSTER-10] keep their original user, whoever updates them', async () => {
    await api.createCluster('owned');
    await api.call('PUT', 'jobClusters/owned', definition('owned', { version: '2', user: 'bob' }));
    const remove = (user: string) => api.call<Problem>('DELETE', `jobClusters/owned?user=${user}`);
    expect((await remove('bob')).body.error).toBe(
      'owned Job cluster deletion failed as bob is not its original user',
    );
    expect((await remove('ann')).status).toBe(202);
  });

  it('[V1-FIELD-15] are not found, submitted to or killed by a name with a trailing blank', async () => {
    await api.createCluster('exact');
    const jobId = await api.submit('exact');
    for (const path of ['jobClusters/exact%20', `jobs/${jobId}%20`, `jobs/${jobId}%20/archivedWorkers`]) {
      const { status } = await api.get(path);
      expect([path, status]).toEqual([path, expect.any(Number)]);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await api.get<{ list: [] }>('jobClusters/exact%20/jobs')).body.list).toEqual([]);
    expect((await api.post('jobClusters/exact%20/jobs', submission('exact '))).status).toBe(404);
    expect((await api.call('DELETE', 'jobClusters/exact%20?user=ann')).status).toBe(404);
    expect((await api.call('DELETE', `jobs/${jobId}?user=ann%20`)).status).toBe(400);
    expect((await api.call('DELETE', 'jobClusters/exact?user=ann%20')).status).toBe(400);
    const other = definition('exact-user', { user: 'ann ' });
    expect((await api.post<Problem>('jobClusters', other)).body.error).toContain(
      'user must not begin or end',
    );
    for (const [action, fields] of [
      ['disableCluster', {}],
      ['updateSla', { min: 0, max: 1 }],
      ['updateArtifact', { version: '2', url: 'http://127.0.0.1/a.zip' }],
    ] as const)
      for (const user of ['ann ', '\u00a0ann', 'a\tnn', '\u200b']) {
        const refused = await act('exact', action, { ...fields, user });
        expect([user, refused.status]).toEqual([user, 400]);
        expect(refused.body.error).toContain('user must ');
      }
    expect((await api.get(`jobs/${jobId}`)).status).toBe(200);
  });

  it('[V1-CLUSTER-20] [V1-ERR-2] answer 404 for an unknown cluster', async () => {
    const answers = await Promise.all([
      api.get<Problem>('jobClusters/nobody'),
      api.call<Problem>('PUT', 'jobClusters/nobody', definition('nobody', { version: '2' })),
      api.call<Problem>('DELETE', 'jobClusters/nobody?user=ann'),
      act('nobody', 'enableCluster'),
      act('nobody', 'updateSla', { min: 0, max: 1 }),
      act('nobody', 'updateLabel', { labels: [] }),
      act('nobody', 'updateArtifact', { version: '2', url: 'x' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(answers[0]?.body.error).toBe('No such Job cluster nobody');
    expect(answers[1]?.body.error).toBe("JobCluster nobody doesn't exist");
  });

  it('refuse a body that names another cluster', async () => {
    await api.createCluster('named');
    const answers = [
      await api.call<Problem>('PUT', 'jobClusters/named', definition('other', { version: '2' })),
      await act('named', 'enableCluster', { name: 'other' }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'Cluster name specified in request payload other does not match with what specified in resource path named',
      ]);
    }
    expect((await act('named', 'enableCluster', { user: '' })).body.error).toBe(
      'Must provide user in request',
    );
  });

  const remove = (name: string, query: string) => api.call<Problem>('DELETE', `jobClusters/${name}${query}`);

  it('[V1-CLUSTER-10] are deleted by their user only', async () => {
    await api.createCluster('of-ann');
    expect((await remove('of-ann', '')).body.error).toBe("Missing required query parameter 'user'");
    expect((await remove('of-ann', '?user=bob')).status).toBe(400);
    expect((await remove('of-ann', '?user=ann')).status).toBe(202);
  });

  it('[V1-CLUSTER-11] are not deleted while a job is active', async () => {
    await api.createCluster('active');
    await api.submit('active');
    expect(await remove('active', '?user=ann')).toMatchObject({
      status: 400,
      body: { error: 'active Job cluster deletion failed as there are active jobs' },
    });
  });

  it('[V1-CLUSTER-9] are deleted with their jobs, and their name is free again', async () => {
    await api.createCluster('doomed');
    const jobId = await api.submit('doomed');
    expect((await api.call('DELETE', `jobs/${jobId}?user=ann&reason=test`)).status).toBe(202);
    expect(await remove('doomed', '?user=ann')).toMatchObject({ status: 202, body: undefined });
    expect((await api.get('jobClusters/doomed')).status).toBe(404);
    expect((await api.get(`jobs/${jobId}`)).status).toBe(404);
    await api.createCluster('doomed');
  });

  const update = (name: string, version: string, more: object = {}) =>
    act(name, 'updateArtifact', { version, url: 'http://x/new.zip', ...more });

  it('[V1-CLUSTER-12] take a new artifact under a new version', async () => {
    await api.createCluster('artifact');
    await api.submit('artifact');
    expect((await update('artifact', '2', { skipsubmit: true })).status).toBe(204);
    const record = await read('artifact');
    expect(record.latestVersion).toBe('2');
    expect(record.jars[1]).toMatchObject({ url: 'http://x/new.zip' });
    expect((await update('artifact', '2')).status).toBe(400);
  });

  it('[V1-CLUSTER-13] take a new artifact with the resources and parameters of the last job', async () => {
    await api.createCluster('like-last');
    expect((await update('like-last', '2')).status).toBe(400);
    await api.submit('like-last', {
      schedulingInfo: { stages: { '1': stage(3), '2': stage(1) } },
      parameters: [{ name: 'p', value: 'of the job' }],
    });
    await update('like-last', '2', { skipsubmit: true });
    const record = await read('like-last');
    expect(record.jars[1]).toMatchObject({
      schedulingInfo: { stages: { '1': { numberOfInstances: 3 } } },
    });
    expect(record.parameters).toEqual([{ name: 'p', value: 'of the job' }]);
  });

  it('[V1-CLUSTER-14] submit a job with a new artifact, unless they are asked not to', async () => {
    await api.createCluster('deployed');
    await api.submit('deployed');
    expect((await update('deployed', '2', { skipsubmit: true })).headers.get('location')).toBeNull();
    expect((await update('deployed', '3')).headers.get('location')).toBe('/api/v1/jobs/deployed-2');
    const job = (await api.get<StreamJobResponse>('jobs/deployed-2')).body;
    expect(job.jobMetadata).toMatchObject({ jarUrl: 'http://x/new.zip', user: 'ann' });
    expect(job.version).toBe('3');
  });

  it('[V1-CLUSTER-15] change the limits of their SLA', async () => {
    await api.createCluster('sla');
    expect((await act('sla', 'updateSla', { min: '0', max: '2' })).status).toBe(204);
    expect((await read('sla')).sla).toEqual({ min: 0, max: 2, cronSpec: null, cronPolicy: null });
  });

  it.each([[{}], [{ min: 1 }], [{ max: 1 }], [{ min: 3, max: 2 }], [{ min: 6, max: 9 }]])(
    '[V1-CLUSTER-16] refuse the incomplete or impossible SLA %j',
    async (body) => {
      const name = `sla-${JSON.stringify(body).replace(/\W/g, '')}`;
      await api.createCluster(name);
      expect((await act(name, 'updateSla', body)).status).toBe(400);
    },
  );

  it('[V1-FIELD-6] [V1-FIELD-7] take a schedule instead of limits, and give it up', async () => {
    await api.createCluster('clock');
    expect((await act('clock', 'updateSla', { cronspec: '0 0 12 1 1 ?' })).status).toBe(204);
    expect(await read('clock')).toMatchObject({
      sla: { min: 0, max: 1, cronSpec: '0 0 12 1 1 ?', cronPolicy: 'KEEP_EXISTING' },
      cronActive: true,
    });
    expect((await act('clock', 'updateSla', { cronspec: '', min: 0, max: 4 })).status).toBe(204);
    expect(await read('clock')).toMatchObject({ sla: { max: 4, cronSpec: null }, cronActive: false });
  });

  it('[V1-ENABLE-6] [V1-ENABLE-7] are disabled by an invalid cron spec and enabled by force', async () => {
    await api.createCluster('invalid-cron');
    const answer = await act('invalid-cron', 'updateSla', { cronspec: 'every noon' });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringContaining('invalid-cron Job cluster SLA update failed cronspec: every noon: '),
    ]);
    expect((await read('invalid-cron')).disabled).toBe(true);
    expect((await act('invalid-cron', 'updateSla', { min: 0, max: 2, forceenable: 'true' })).status).toBe(
      204,
    );
    expect(await read('invalid-cron')).toMatchObject({ disabled: false, sla: { max: 2 } });
  });

  it('[V1-CRON-8] keep a cron spec that has had its last fire', async () => {
    const [fired, another] = ['0 0 12 1 1 ? 2020', '0 0 12 2 1 ? 2020'];
    await api.createCluster('fired', { cronSpec: '0 0 12 1 1 ?' });
    const database = service.app.get(DataSource);
    await database.query('UPDATE clusters SET cron_spec = ? WHERE name = ?', [fired, 'fired']);
    const labels = [{ name: 'team', value: 'a' }];
    expect(await put('fired', '2', { cronSpec: fired, labels })).toMatchObject({ status: 200 });
    const sla = await act('fired', 'updateSla', { cronspec: fired, cronpolicy: 'KEEP_NEW' });
    expect(sla.status).toBe(204);
    const kept = { disabled: false, sla: { cronSpec: fired, cronPolicy: 'KEEP_NEW' } };
    expect(await read('fired')).toMatchObject({ ...kept, labels });
    expect((await put('fired', '3', { cronSpec: another })).status).toBe(400);
    expect(await read('fired')).toMatchObject(kept);
    expect((await act('fired', 'updateSla', { cronspec: another })).status).toBe(400);
    expect((await read('fired')).disabled).toBe(true);
  });

  it('[V1-CLUSTER-17] change their migration', async () => {
    await api.createCluster('migrating');
    const migrationConfig = { strategy: 'ONE_WORKER', configString: '{}' };
    expect((await act('migrating', 'updateMigrationStrategy', { migrationConfig })).status).toBe(204);
    expect(await read('migrating')).toMatchObject({ migrationConfig });
  });

  it('[V1-CLUSTER-18] replace their labels', async () => {
    await api.createCluster('labelled', { labels: [{ name: 'old', value: '1' }] });
    expect((await act('labelled', 'updateLabel', { labels: [{ name: 'new', value: true }] })).status).toBe(
      204,
    );
    expect(await read('labelled')).toMatchObject({ labels: [{ name: 'new', value: 'true' }] });
  });

  it('[V1-CLUSTER-19] are disabled and enabled by repeatable actions', async () => {
    await api.createCluster('switch');
    for (const action of ['disableCluster', 'disableCluster', 'enableCluster', 'enableCluster'])
      expect((await act('switch', action)).status).toBe(204);
  });

  it('[V1-ENABLE-1] [V1-ENABLE-3] end their jobs when they are disabled', async () => {
    await api.createCluster('off');
    const jobId = await api.submit('off');
    await act('off', 'disableCluster');
    expect((await read('off')).disabled).toBe(true);
    await api.state(jobId, 'Completed');
  });

  it('[V1-ENABLE-2] [V1-ENABLE-5] refuse jobs until they are enabled again', async () => {
    await api.createCluster('refusing');
    await act('refusing', 'disableCluster');
    expect((await api.post('jobClusters/refusing/jobs', submission('refusing'))).status).toBe(400);
    await act('refusing', 'enableCluster');
    await api.submit('refusing');
  });

  it('[V1-ERR-3] [V1-VERSION-1] answer 405 for a wrong method, with and without a slash at the end', async () => {
    const wrong = await api.call<Problem>('PATCH', 'jobClusters');
    expect([wrong.status, wrong.headers.get('allow'), Object.keys(wrong.body)]).toEqual([
      405,
      'GET, HEAD, POST',
      ['time', 'host', 'error', 'requestId'],
    ]);
    expect((await api.get('jobClusters/full/actions/updateSla')).status).toBe(405);
    expect((await api.get('jobClusters/full/')).status).toBe(200);
    expect((await api.get('nothing')).status).toBe(404);
  });

  it('[V1-ADMIN-1] [V1-ADMIN-2] describe the service', async () => {
    const info = (await api.get<Record<string, unknown>>('masterInfo')).body;
    expect(info).toMatchObject({
      apiPort: Number(new URL(service.url).port),
      fullApiStatusUri: `${service.url}/api/v1/jobs/actions/postJobStatus`,
    });
    const configs = (await api.get<{ name: string; value: string }[]>('masterConfigs')).body;
    const limits = configs.find((config) => config.name === 'WorkerResourceLimits');
    expect(JSON.parse(limits?.value ?? '')).toMatchObject({ maxCpuCores: 8, maxMemoryMB: 28_000 });
  });

  it('exist beside the metrics that docs/operations.md lists for the service', async () => {
    const exported = await (await fetch(`${service.url}/metrics`)).text();
    const document = join(__dirname, '../../../docs/operations.md');
    const headings = [
      'Metrics of every service',
      'Metrics of every process',
      'Metrics of launches: job orchestration and streaming control',
      'Metrics of streaming control',
    ];
    expect(metricDifferences(exported, document, headings)).toEqual({ undocumented: [], notExported: [] });
    expect(exported).toMatch(/^stream_clusters_below_sla \d+$/m);
    expect(exported).toMatch(/^stream_jobs_active\{state="Accepted"\} \d+$/m);
    expect(exported).toMatch(/^stream_workers_active\{state="Started"\} \d+$/m);
  });
});
