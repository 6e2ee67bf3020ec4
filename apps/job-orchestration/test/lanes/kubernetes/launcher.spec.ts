import { LaunchRepository, Launches } from '@portolan/launches';
import { eventually } from '@portolan/service/testing';
import { job, type JobsService } from '../../support';
import { jobNameOf } from '../../../src/kubernetes/launch-job';
import { allowedBy, launcherRules } from './role';
import { startKubernetes, startOwner, type StartedCluster } from './support';

jest.setTimeout(240_000);

const LIMIT_MS = 90_000;

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

  /** Submits a job. @returns its id and the name of the Job that it gets */
  async function submit(change: object): Promise<{ id: string; name: string }> {
    const id = await owner.client.create('jobs', job(change));
    const launch = await owner.app.get(Launches, { strict: false }).latestOf(id);
    return { id, name: jobNameOf(launch?.id ?? '') };
  }
  const appears = (name: string) => eventually(`the Job ${name}`, async () => cluster.api.find(name), 30_000);
  const isGone = (name: string) =>
    eventually(`no Job ${name}`, async () => cluster.api.find(name) === undefined, 30_000);

  it('[V3-POD-1][V3-POD-2] makes a Job by the published schema, with what the launch takes and nothing of what it runs', async () => {
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

  it('finds Jobs again after 410 Gone and dropped watches, and lets a busy server (429) rest', async () => {
    const before = cluster.api.expired;
    cluster.api.compact();
    cluster.api.dropWatches();
    await eventually('a version that is too old was asked for', () => cluster.api.expired > before, LIMIT_MS);
    cluster.api.throttle(3);
    const { id, name } = await submit({ commandArgs: `'sleep 1000'` });
    await owner.client.until(id, ['RUNNING'], LIMIT_MS);
    cluster.api.dropWatches();
    await cluster.api.evict(name, 0);
    expect(await owner.client.ended(id, LIMIT_MS)).toMatchObject({ status: 'FAILED' });
  });

  it('[V3-POD-3] tells at once why a launch is lost whose pod was evicted', async () => {
    const { id, name } = await submit({ commandArgs: `'sleep 1000'` });
    await owner.client.until(id, ['RUNNING'], LIMIT_MS);
    await cluster.api.evict(name, 0);
    const ended = await owner.client.ended(id, LIMIT_MS);
    expect(ended).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job was killed by system: its pod was evicted: The node was low on resource: memory.',
    });
  });

  it('[V3-POD-4] [V3-RUN-10] tells that a pod which the kernel killed had too little memory', async () => {
    const { id, name } = await submit({ commandArgs: `'sleep 1000'` });
    await owner.client.until(id, ['RUNNING'], LIMIT_MS);
    await cluster.api.runOutOfMemory(name);
    expect(await owner.client.ended(id, LIMIT_MS)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job exceeded memory limit.',
    });
  });

  it('[V3-POD-3] ends and archives a launch whose pod is told to end', async () => {
    const { id, name } = await submit({ commandArgs: `'echo before; sleep 1000'` });
    await owner.client.until(id, ['RUNNING'], LIMIT_MS);
    await cluster.api.evict(name, 30_000);
    expect(await owner.client.ended(id, LIMIT_MS)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job was killed by system: its pod was evicted: The node was low on resource: memory.',
    });
    await eventually(
      'the archive is made',
      async () => (await owner.client.get(`/jobs/${id}/execution`)).body.archiveStatus === 'ARCHIVED',
      LIMIT_MS,
    );
  });

  it('offers a launch again whose pod was evicted before it had it', async () => {
    cluster.api.schedules = false;
    const { id, name } = await submit({ commandArgs: `'echo hello'` });
    const { job: first } = await appears(name);
    await cluster.api.evict(name, 0);
    await eventually(
      'another Job',
      async () => {
        const found = cluster.api.find(name);
        return found !== undefined && found.job.metadata?.uid !== first.metadata?.uid;
      },
      30_000,
    );
    await cluster.api.schedule();
    expect(await owner.client.ended(id, LIMIT_MS)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('gives a launch up whose pods fail again and again before they have it', async () => {
    const settings = cluster.api.secrets['node-settings'] ?? {};
    cluster.api.secrets['node-settings'] = { DATABASE_URL: 'no address' };
    const { id } = await submit({ commandArgs: `'echo hello'` });
    const ended = await owner.client.ended(id, LIMIT_MS);
    cluster.api.secrets['node-settings'] = settings;
    expect(ended.status).toBe('FAILED');
    const rows = owner.app.get(LaunchRepository, { strict: false });
    expect(await rows.latestOf(id)).toMatchObject({
      end: {
        cause: 'notStarted',
        failure: { code: 'startFailed', message: 'its pod failed (Error, exit code 1)' },
      },
    });
  });

  it('does what the Role of the manifests allows, needs all of it, and nothing else', () => {
    expect(cluster.api.refused).toEqual([]);
    expect([...new Set(cluster.api.calls)].sort()).toEqual(allowedBy(launcherRules()).sort());
  });
});
