import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@portolan/service';
import { eventually, freePorts } from '@portolan/service/testing';
import { NodeConfig } from '../src/config/node-config';
import { PortRange } from '../src/resources/port-range';
import { readTable } from '../src/process/process-table';
import { WorkDirectory } from '../src/identity/work-directory';
import { processesOf } from './support';

describe('PortRange', () => {
  it('assigns no port twice and none in use, and releases them', async () => {
    const first = await freePorts(3);
    const ports = new PortRange(`${first}-${first + 2}`);
    const busy = createServer().listen(first, '127.0.0.1');
    await once(busy, 'listening');
    try {
      const given = await ports.give('a', ['ONE', 'TWO']);
      expect(Object.values(given ?? {}).sort()).toEqual([first + 1, first + 2]);
      expect(await ports.give('b', ['THREE'])).toBeUndefined();
      ports.release('a');
      expect(Object.keys((await ports.give('b', ['THREE'])) ?? {})).toEqual(['THREE']);
    } finally {
      busy.close();
    }
  });

  it.each(['5-4', '0-10', '70000-70001'])('refuses %s', (range) => {
    expect(() => new PortRange(range)).toThrow('PORT_RANGE');
  });
});

describe('readTable', () => {
  it('finds a process that left its session by its mark, and keeps the service running meanwhile', async () => {
    const launchId = randomUUID();
    const env = { PATH: process.env.PATH, PORTOLAN_LAUNCH_ID: launchId };
    const child = spawn('setsid', ['sleep', '60'], { env, detached: true, stdio: 'ignore' });
    const others = Array.from({ length: 60 }, () => spawn('sleep', ['60'], { stdio: 'ignore' }));
    try {
      await eventually('it is found', async () => (await processesOf(launchId)).length);
      let turns = 0;
      let reading = true;
      const turn = (): void => {
        turns++;
        if (reading) setImmediate(turn);
      };
      setImmediate(turn);
      for (let times = 0; times < 5; times++) await readTable();
      reading = false;
      expect(turns).toBeGreaterThan(5);
    } finally {
      for (const one of [child, ...others]) one.kill('SIGKILL');
    }
  });
});

describe('WorkDirectory', () => {
  let path: string;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'portolan-work-'));
  });
  afterEach(() => rm(path, { recursive: true, force: true }));

  it('is used by one process at a time, and survives one that was killed', async () => {
    const first = new WorkDirectory(path);
    await first.open();
    await expect(new WorkDirectory(path).open()).rejects.toThrow(`in use by process ${process.pid}`);
    await first.close();
    await writeFile(
      join(path, 'node.lock'),
      JSON.stringify({ pid: process.pid, startTicks: '1', bootId: 'x' }),
    );
    const next = new WorkDirectory(path);
    await next.open();
    await next.close();
  });

  it('keeps the id of its node', async () => {
    const id = await new WorkDirectory(path).nodeId();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await new WorkDirectory(path).nodeId()).toBe(id);
  });
});

describe('NodeConfig', () => {
  const needed = { DATABASE_URL: 'mysql://h/d', REDIS_URL: 'redis://h', INTERNAL_TOKEN: 'token-of-the-node' };

  it.each([
    ['AGENT_CLUSTER', 'a:b'],
    ['PORT_RANGE', '21000'],
    ['NODE_ID', 'a/b'],
    ['NODE_MEMORY_MB', '0'],
    ['KILL_GRACE_MS', '-1'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => loadConfig(NodeConfig, { ...needed, [name]: value })).toThrow(name);
  });
});
