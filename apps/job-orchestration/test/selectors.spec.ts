import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobRepository } from '../src/jobs/job.repository';
import { selectorProviders } from '../src/selection/selectors.service';
import { cluster, command, job, startJobs, type JobsService } from './support';

/** Takes the last of the clusters and of the commands, unless the user is one of those that it fails for. */
const PLUGIN = `
const last = (options, idOf, job) => {
  if (job.user === 'throws') throw new Error('no idea');
  if (job.user === 'slow') return new Promise(() => {});
  if (job.user === 'wrong') return { id: 'nowhere' };
  if (job.user === 'modest') return null;
  if (job.clientHeaders.portolan_wish) return { id: job.clientHeaders.portolan_wish };
  return { id: options.map(idOf).sort().at(-1), rationale: 'the last of ' + options.length + ' for ' + job.user };
};
exports.clusterSelector = class {
  select(clusters, command, job) {
    return last(clusters, ({ id }) => id, job);
  }
};
exports.commandSelector = class {
  async select(options, job) {
    return last(options, ({ command }) => command.id, job);
  }
};
`;

describe('selectors of an installation', () => {
  let service: JobsService;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-selectors-'));
    const file = join(folder, 'selectors.cjs');
    await writeFile(file, PLUGIN);
    const env = { ROLES: 'api', JOB_SELECTORS: file, JOB_SELECTOR_TIMEOUT_MS: '100' };
    service = await startJobs({ env });
    for (const id of ['c1', 'c2', 'c3']) await service.client.create('clusters', cluster({ id }));
    for (const id of ['k1', 'k2']) await service.client.create('commands', command({ id }));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('[V3-SEL-8] choose cluster and command, and their explanation is shown', async () => {
    const { client } = service;
    const id = await client.submit({ user: 'someone' });
    expect((await client.get(`/jobs/${id}/selection`)).body).toMatchObject({
      cluster: { id: 'c3' },
      command: { id: 'k2' },
      rationale: { cluster: 'the last of 3 for someone', command: 'the last of 2 for someone' },
    });
    const dry = await client.call('POST', '/jobs/resolve', job());
    expect(dry.body).toMatchObject({ cluster: { id: 'c3' }, command: { id: 'k2' } });
  });

  it('[V3-SEL-9] get the configured headers of the submission', async () => {
    const wish = (path: string, value: string) =>
      fetch(`${service.url}/api/v3/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', PORTOLAN_WISH: value },
        body: JSON.stringify(job()),
      });
    const id = (await wish('jobs', 'c1')).headers.get('location')?.split('/').at(-1) ?? '';
    expect((await service.client.get(`/jobs/${id}/selection`)).body).toMatchObject({ cluster: { id: 'c1' } });
    expect(await (await wish('jobs/resolve', 'c2')).json()).toMatchObject({ cluster: { id: 'c2' } });
    const stored = await service.app.get(JobRepository, { strict: false }).find(id);
    expect(stored?.clientHeaders).toEqual({ portolan_wish: 'c1' });
  });

  it.each(['throws', 'slow', 'wrong', 'modest'])(
    '[V3-SEL-8] never prevent a job from running: one that is %s',
    async (user) => {
      const { client } = service;
      const id = await client.submit({ user });
      const { body } = await client.get(`/jobs/${id}/selection`);
      expect(body).toMatchObject({ resolved: true });
      expect(body).not.toHaveProperty('rationale');
    },
  );

  it('are not called for a single candidate', async () => {
    const { client } = service;
    const id = await client.submit({
      clusterCriterias: [{ tags: ['svc.id:c1'] }],
      commandCriteria: ['svc.id:k1'],
    });
    const { body } = await client.get(`/jobs/${id}/selection`);
    expect(body).toMatchObject({ cluster: { id: 'c1' }, command: { id: 'k1' } });
    expect(body).not.toHaveProperty('rationale');
  });

  it('stop the start when they cannot be loaded', async () => {
    const empty = join(folder, 'empty.cjs');
    await writeFile(empty, '');
    expect(() => selectorProviders(empty)).toThrow(/JOB_SELECTORS/);
    expect(() => selectorProviders(join(folder, 'none.cjs'))).toThrow();
  });
});
