import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchKind } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { killUntilNone, readProcess, readTable } from '../src/process/process-table';
import { TestNode, ended, running } from './support';

/** Regression: guards of workers outlived their launches as long as their node renewed the lease. */
describe('an ended launch', () => {
  let owner: TestOwner;
  let node: TestNode;
  const ids: string[] = [];

  beforeAll(async () => {
    owner = await startTestOwner({ env: { LEASE_MS: '3000' } });
    node = await TestNode.start(owner);
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
  });

  const sessionOf = async (pid: number): Promise<number[]> =>
    (await readTable()).filter(({ session }) => session === pid).map((entry) => entry.pid);
  const startWorker = async (command: string): Promise<{ id: string; wrapper: number }> => {
    const id = await owner.offer({ kind: LaunchKind.Worker, command: ['sh', '-c', command] });
    ids.push(id);
    const row = await running(owner, id);
    return { id, wrapper: readProcess(row.snapshot?.processId ?? 0)?.session ?? 0 };
  };

  it('leaves no guard when its wrapper was killed, and kills the remaining processes', async () => {
    const { id, wrapper } = await startWorker('setsid sleep 500 & sleep 600');
    expect((await sessionOf(wrapper)).length).toBeGreaterThan(2);
    process.kill(wrapper, 'SIGKILL');
    await ended(owner, id);
    await eventually(
      'no process of its session is left',
      async () => (await sessionOf(wrapper)).length === 0,
    );
  });

  it('leaves no guard when it ended by itself', async () => {
    const end = join(await mkdtemp(join(tmpdir(), 'portolan-guard-')), 'end');
    const { id, wrapper } = await startWorker(`until [ -e ${end} ]; do sleep 0.05; done`);
    expect(wrapper).toBeGreaterThan(0);
    await writeFile(end, '');
    await ended(owner, id);
    expect(await sessionOf(wrapper)).toEqual([]);
  });
});

describe('killing all of a launch', () => {
  it('kills the processes of the first scan, however long the scan takes', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    const ends = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    const slowLook = async (): Promise<number[]> => {
      await delay(50);
      return [child.pid ?? 0];
    };
    expect(await killUntilNone(slowLook, 10)).toBe(false);
    expect(await ends).toBe('SIGKILL');
  });
});
