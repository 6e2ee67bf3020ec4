import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { type Client, outputOf, register, startJobs, type JobsService } from '../../support';

const JOBS = 60;
const USERS = ['ada', 'ben', 'cleo'];

describe('replicas by role: two APIs, two controllers, two nodes', () => {
  const replicas: JobsService[] = [];
  let folder: string;
  let apis: Client[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-replicas-'));
    const common = {
      ARCHIVE_DIR: join(folder, 'archives'),
      ATTACHMENTS_DIR: join(folder, 'attachments'),
      LEASE_MS: '60000',
      OFFER_WINDOW: '8',
    };
    for (const [index, role] of ['api', 'api', 'controller', 'controller', 'node', 'node'].entries()) {
      const [first] = replicas;
      replicas.push(
        await startJobs({
          ...(first && { database: first.database, queuePrefix: first.queuePrefix }),
          workDirectory: join(folder, String(index)),
          env: { ...common, ROLES: role, NODE_SLOTS: '6' },
        }),
      );
    }
    apis = replicas.slice(0, 2).map(({ client }) => client);
    await register(apis[0]!);
  });
  afterAll(async () => {
    for (const replica of replicas.slice(1).reverse()) await replica.close();
    await replicas[0]?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const api = (index: number): Client => apis[index % 2]!;

  it('run each job once, and any of them answers for any job', async () => {
    const log = join(folder, 'log');
    const ids = await Promise.all(
      Array.from({ length: JOBS }, (_, index) =>
        api(index).submit({
          user: USERS[index % USERS.length],
          commandArgs: `'echo $PORTOLAN_JOB_ID >> ${log}; echo $PORTOLAN_JOB_ID'`,
        }),
      ),
    );
    for (const [index, id] of ids.entries()) {
      expect(await api(index + 1).ended(id)).toMatchObject({ status: 'SUCCEEDED' });
      const { text } = await outputOf(api(index), id, '/stdout');
      expect(text).toBe(`${id}\n`);
    }
    const ran = (await readFile(log, 'utf8')).trim().split('\n').sort();
    expect(ran).toEqual([...ids].sort());
    const { body } = await api(1).get<{ _embedded: { nodeList: { id: string; state: string }[] } }>('/nodes');
    expect(new Set(body._embedded.nodeList.map((node) => node.id)).size).toBe(2);
  });

  it('see changes of another in the registry at once', async () => {
    const id = await api(0).create('commands', {
      name: 'late',
      user: 'someone',
      version: '1',
      status: 'ACTIVE',
      tags: ['type:late'],
      executableAndArguments: ['true'],
      clusterCriteria: [{ tags: ['type:local'] }],
    });
    const submitted = await api(1).submit({ commandCriteria: ['type:late'] });
    expect((await api(0).get(`/jobs/${submitted}/command`)).body).toMatchObject({ id });
    await api(0).ended(submitted);
  });

  it('kill a job through any of them', async () => {
    const id = await api(0).submit({ commandArgs: `'sleep 1000'` });
    await api(1).until(id, ['RUNNING']);
    expect((await api(1).call('DELETE', `/jobs/${id}`)).status).toBe(202);
    expect(await api(0).ended(id)).toMatchObject({ status: 'KILLED' });
  });

  it('continue while one of each role is down', async () => {
    await Promise.all([replicas[1]?.close(), replicas[3]?.close(), replicas[5]?.close()]);
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => api(0).submit({ commandArgs: `'echo hello'` })),
    );
    for (const id of ids) expect(await api(0).ended(id)).toMatchObject({ status: 'SUCCEEDED' });
    await eventually('all archived', async () => {
      const states = await Promise.all(ids.map((id) => api(0).get(`/jobs/${id}/execution`)));
      return states.every(({ body }) => body.archiveStatus === 'ARCHIVED');
    });
  });
});
