import { LaunchEntity } from '@portolan/launches';
import { eventually } from '@portolan/service/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { job, type JobsService } from '../../support';
import { jobNameOf } from '../../../src/kubernetes/launch-job';
import { allowedBy, launcherRules } from './role';
import { startKubernetes, startOwner, type StartedCluster } from './support';

describe('the launcher kubernetes', () => {
  let owner: JobsService;
  let cluster: StartedCluster;

  beforeAll(async () => {
    owner = await startOwner();
    cluster = await startKubernetes(owner);
  });
  afterAll(async () => {
    await cluster.stop();
    await owner.stop();
  });
  beforeEach(async () => {
    await cluster.api.schedule();
  });

  const rows = (): EntityManager => owner.app.get(DataSource, { strict: false }).manager;

  /** Submits a job. @returns its id and the name of the Job that it gets */
  async function submit(change: object): Promise<{ id: string; name: string }> {
    const id = await owner.client.create('jobs', job(change));
    const launch = await rows().findOneBy(LaunchEntity, { subject: id });
    return { id, name: jobNameOf(launch?.id ?? '') };
  }
  const appears = (name: string) => eventually(`the Job ${name}`, async () => cluster.api.find(name));
  const isGone = (name: string) =>
    eventually(`no Job ${name}`, async () => cluster.api.find(name) === undefined);

  it('[V3-POD-1][V3-POD-2] creates a Job by the published schema, with the resources of the launch and nothing of its content', async () => {
    cluster.api.schedules = false;
    const { id, name } = await submit({ commandArgs: `'echo a-secret-word'`, memory: 100, cpu: 2 });
    const { job: made } = await appears(name);
    expect(made.spec).toMatchObject({ backoffLimit: 0, template: { spec: { restartPolicy: 'Never' } } });
    const container = made.spec?.template.spec?.containers[0];
    expect(container?.resources).toEqual({
      requests: { cpu: '2000m', memory: '356Mi' },
      limits: { memory: '356Mi' },
    });
    expect(JSON.stringify(made)).not.toContain('a-secret-word');
    expect(await owner.client.statusOf(id)).toBe('ACCEPTED');
    await owner.client.call('DELETE', `/jobs/${id}`);
    await isGone(name);
  });

  it('removes the Job of a launch that was withdrawn while it waited for a machine', async () => {
    cluster.api.schedules = false;
    const { id, name } = await submit({ commandArgs: `'echo never'` });
    await appears(name);
    expect((await owner.client.call('DELETE', `/jobs/${id}`)).status).toBe(202);
    expect(await owner.client.ended(id)).toMatchObject({ status: 'KILLED' });
    await isGone(name);
  });

  it('resumes after 410 Gone and dropped watches, and backs off from a busy server (429)', async () => {
    const before = cluster.api.expired;
    cluster.api.compact();
    cluster.api.dropWatches();
    await eventually('a version that is too old was asked for', () => cluster.api.expired > before);
    cluster.api.throttle(3);
    const { id, name } = await submit({ commandArgs: `'sleep 1000'` });
    await owner.client.until(id, ['RUNNING']);
    cluster.api.dropWatches();
    await cluster.api.evict(name, 0);
    expect(await owner.client.ended(id)).toMatchObject({ status: 'FAILED' });
  });

  it('[V3-POD-3] reports at once why a launch with an evicted pod is lost', async () => {
    const { id, name } = await submit({ commandArgs: `'sleep 1000'` });
    await owner.client.until(id, ['RUNNING']);
    await cluster.api.evict(name, 0);
    const ended = await owner.client.ended(id);
    expect(ended).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job was killed by system: its pod was evicted: The node was low on resource: memory.',
    });
  });

  it('[V3-POD-4] [V3-RUN-10] reports that a pod killed by the kernel had too little memory', async () => {
    const { id, name } = await submit({ commandArgs: `'sleep 1000'` });
    await owner.client.until(id, ['RUNNING']);
    await cluster.api.runOutOfMemory(name);
    expect(await owner.client.ended(id)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job exceeded memory limit.',
    });
  });

  it('[V3-POD-3] ends and archives a launch whose pod is terminated', async () => {
    const { id, name } = await submit({ commandArgs: `'echo before; sleep 1000'` });
    await owner.client.until(id, ['RUNNING']);
    await cluster.api.evict(name, 30_000);
    expect(await owner.client.ended(id)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job was killed by system: its pod was evicted: The node was low on resource: memory.',
    });
    await eventually(
      'the archive is made',
      async () => (await owner.client.get(`/jobs/${id}/execution`)).body.archiveStatus === 'ARCHIVED',
    );
  });

  it('offers a launch again whose pod was evicted before its claim', async () => {
    cluster.api.schedules = false;
    const { id, name } = await submit({ commandArgs: `'echo hello'` });
    const { job: first } = await appears(name);
    await cluster.api.evict(name, 0);
    await eventually('another Job', async () => {
      const found = cluster.api.find(name);
      return found !== undefined && found.job.metadata?.uid !== first.metadata?.uid;
    });
    await cluster.api.schedule();
    expect(await owner.client.ended(id)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('gives up a launch whose pods repeatedly fail before their claim', async () => {
    const settings = cluster.api.secrets['node-settings'] ?? {};
    cluster.api.secrets['node-settings'] = { DATABASE_URL: 'no address' };
    const { id } = await submit({ commandArgs: `'echo hello'` });
    const ended = await owner.client.ended(id);
    cluster.api.secrets['node-settings'] = settings;
    expect(ended.status).toBe('FAILED');
    expect(await rows().findOneBy(LaunchEntity, { subject: id })).toMatchObject({
      end: {
        cause: 'notStarted',
        failure: { code: 'startFailed', message: 'its pod failed (Error, exit code 1)' },
      },
    });
  });

  it('needs exactly the permissions in the Role of the manifests', () => {
    expect(cluster.api.refused).toEqual([]);
    expect([...new Set(cluster.api.calls)].sort()).toEqual(allowedBy(launcherRules()).sort());
  });
});
