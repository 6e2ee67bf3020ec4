import type { TestService } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, definition, stage, startStreaming, submission, type Problem } from './support/api';

describe('actions on job clusters', () => {
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

  const put = (name: string, version: string, more: object = {}) =>
    api.call<unknown>('PUT', `jobClusters/${name}`, definition(name, { version, ...more }));

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
});
