import { join } from 'node:path';
import { metricDifferences, type TestService } from '@portolan/service/testing';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import { Api, definition, stage, startStreaming, type Problem } from './support/api';

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
