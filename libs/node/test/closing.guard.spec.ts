import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, eventually, startTestService } from '@portolan/service/testing';
import { NodeLaunchesService } from '../src/launches/node-launches.service';
import { readProcess, readTable } from '../src/process/process-table';
import { Spawner } from '../src/process/spawner';
import { nodeDefinition } from './node-definition';

/** Pids of this process's spawners. */
const helpers = async (): Promise<number[]> =>
  (await readTable())
    .filter(({ parent, session, pid }) => parent === process.pid && session === pid)
    .map(({ pid }) => pid);

/** Regression: a helper that outlived its node kept the node's process, and a whole test run, from ending. */
describe('a spawner that was closed', () => {
  let root: string;
  beforeAll(async () => (root = await mkdtemp(join(tmpdir(), 'portolan-spawner-'))));
  afterAll(() => rm(root, { recursive: true, force: true }));

  const closed = (): Spawner => {
    const spawner = new Spawner(root, process.env.PATH ?? '', () => undefined);
    spawner.open();
    spawner.close();
    return spawner;
  };

  it('starts no helper any more', async () => {
    const spawner = closed();
    spawner.start('one');
    spawner.open();
    spawner.reap();
    expect(spawner.pid).toBeUndefined();
  });

  it('does not restart a helper that dies during the shutdown', async () => {
    const troubles: Error[] = [];
    const spawner = new Spawner(root, process.env.PATH ?? '', (error) => troubles.push(error));
    spawner.start('one');
    const pid = spawner.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    spawner.close();
    await eventually('the helper is gone', () => readProcess(pid) === undefined);
    expect([spawner.pid, troubles]).toEqual([undefined, []]);
  });
});

describe('a node that is closed during its start', () => {
  it('leaves no process, no timer and no consumer', async () => {
    const database = await createTestDatabase([]);
    const directory = await mkdtemp(join(tmpdir(), 'portolan-node-'));
    // Many entries of a journal: reading them takes a while.
    for (let index = 0; index < 300; index++)
      await mkdir(join(directory, 'launches', `l${index}`, 'control'), { recursive: true });
    const before = await helpers();
    const service = await startTestService(nodeDefinition, { database, env: { NODE_WORK_DIR: directory } });
    const launches = service.app.get(NodeLaunchesService);
    await service.close();
    expect(launches.spawner.pid).toBeUndefined();
    await eventually('no helper is left', async () => (await helpers()).length === before.length);
    expect((await readdir(directory)).includes('node.lock')).toBe(false);
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });
});
