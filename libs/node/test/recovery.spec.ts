import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { LaunchKind } from '@portolan/launches';
import { TEST_SERVERS, eventually } from '@portolan/service/testing';
import { Redis } from 'ioredis';
import { readProcess } from '../src/process/process-table';
import { TestNode, ended, running, processesOf } from './support';

const sh = (script: string) => ['sh', '-c', script];

describe('a node that is killed and started again', () => {
  let owner: TestOwner;
  let node: TestNode;
  const ids: string[] = [];
  const offer = async (launch: Parameters<TestOwner['offer']>[0]): Promise<string> => {
    const id = await owner.offer(launch);
    ids.push(id);
    return id;
  };

  beforeAll(async () => {
    owner = await startTestOwner();
    node = await TestNode.start(owner);
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
  });

  it('recovers 20 running launches: true exit codes, whole output, times of the processes', async () => {
    const gate = join(node.directory, 'gate');
    const exitOf = (id: string): Promise<string> =>
      readFile(join(node.directory, 'launches', id, 'control', 'exit'), 'utf8');
    const launched = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        // Half of them end while the node is down, the others after its return.
        offer({
          command: sh(
            `echo begin; until [ -e ${gate}-${index % 2 ? 'away' : 'back'} ]; do sleep 0.1; done; date +%s%3N; echo end ${index}; exit ${index}`,
          ),
        }),
      ),
    );
    for (const id of launched) await running(owner, id);
    await node.end('SIGKILL');
    await writeFile(`${gate}-away`, '');
    await eventually('half of them have ended', async () => {
      const texts = await Promise.all(
        launched.filter((_, index) => index % 2).map((id) => node.file(id, 'stdout')),
      );
      return texts.every((text) => text.includes('end'));
    });
    for (const [index, id] of launched.entries())
      if (index % 2) await eventually('its exit is recorded', () => exitOf(id));
    const back = Date.now();
    await node.start();
    await writeFile(`${gate}-back`, '');
    for (const [index, id] of launched.entries()) {
      const row = await ended(owner, id);
      expect(row.end).toEqual({ cause: 'exited', exitCode: index });
      const [first, time, last] = (await node.file(id, 'stdout')).split('\n');
      expect([first, last]).toEqual(['begin', `end ${index}`]);
      const finished = row.snapshot?.finishedAt ?? 0;
      // The clock of files lags behind by a tick of the kernel.
      expect(finished).toBeGreaterThan(Number(time) - 20);
      if (index % 2) expect(finished).toBeLessThanOrEqual(back);
      expect(row.snapshot?.stdoutBytes).toBe((await node.file(id, 'stdout')).length);
    }
    await eventually('all are forgotten', async () => (await node.state()).launches.length === 0);
    expect((await node.state()).freeSlots).toBe((await node.state()).slots);
  });

  it('leaves launches running on SIGTERM, and is the same node afterwards', async () => {
    const id = await offer({ command: sh('sleep 4; exit 7') });
    const { nodeId } = await running(owner, id);
    await node.end('SIGTERM');
    expect(await processesOf(id)).not.toEqual([]);
    await node.start();
    expect((await node.state()).nodeId).toBe(nodeId);
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 7 });
  });

  it('carries out a stop that was requested while it was down', async () => {
    const id = await offer({ command: ['sleep', '600'] });
    await running(owner, id);
    await node.end('SIGKILL');
    await owner.launches.stop(id, 200);
    expect(await processesOf(id)).not.toEqual([]);
    await node.start();
    expect((await ended(owner, id)).end).toMatchObject({ cause: 'stopped', reason: 'owner' });
    expect(await processesOf(id)).toEqual([]);
  });

  it('reports a process that was killed together with its wrapper', async () => {
    const id = await offer({ command: ['sleep', '600'] });
    const { snapshot } = await running(owner, id);
    await node.end('SIGKILL');
    const child = snapshot?.processId ?? 0;
    process.kill(-(readProcess(child)?.session ?? 0), 'SIGKILL');
    await eventually('gone', async () => (await processesOf(id)).length === 0);
    await node.start();
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 137 });
    expect(await node.file(id, 'stderr')).toContain('its exit code is unknown');
  });

  it('loses and repeats no launch when Redis loses all data', async () => {
    const command = sh('echo once; sleep 0.5; exit 5');
    // Long enough to be seen running, also on a machine under load.
    const held = await offer({ command: sh('echo once; sleep 3; exit 5') });
    await running(owner, held);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => owner.create({ command })));
    ids.push(...waiting);
    const redis = new Redis(TEST_SERVERS.redis);
    try {
      const keys = await redis.keys(`${owner.service.queuePrefix}*`);
      if (keys.length > 0) await redis.del(...keys);
    } finally {
      redis.disconnect();
    }
    for (const id of [held, ...waiting]) {
      expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 5 });
      expect(await node.file(id, 'stdout')).toBe('once\n');
    }
  });

  it('ends all launches by the verb stop, reports them and accepts no further ones', async () => {
    const polite = await offer({ command: ['sleep', '600'] });
    const stubborn = await offer({
      command: sh("trap '' TERM; echo up; while :; do sleep 0.05; done"),
      limits: { memoryMb: 1, killGraceMs: 300 },
    });
    await eventually('trap is set', async () => (await node.file(stubborn, 'stdout')) === 'up\n');
    await running(owner, polite);
    await running(owner, stubborn);
    const answer = await node.call('/internal/node/actions/stop', { method: 'POST' });
    expect(await answer.json()).toMatchObject({ accepting: false, launches: [] });
    for (const id of [polite, stubborn]) {
      expect((await owner.launches.find(id))?.end).toMatchObject({ cause: 'stopped', reason: 'node' });
      expect(await processesOf(id)).toEqual([]);
    }
    const late = await offer({});
    await owner.launches.stop(late, 0);
    expect((await owner.launches.find(late))?.end).toEqual({ cause: 'withdrawn' });
  });
});

describe('a streaming worker', () => {
  const ids: string[] = [];
  let owner: TestOwner;
  let node: TestNode;

  beforeAll(async () => {
    owner = await startTestOwner({ env: { LEASE_MS: '3600' } });
    node = await TestNode.start(owner, { KILL_GRACE_MS: '300' });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
  });

  it('is ended by its wrapper when its node is frozen, despite setsid and traps; a batch process continues', async () => {
    const stubborn = sh("trap '' TERM; setsid sleep 600 & while :; do sleep 0.1; done");
    const worker = await owner.offer({ kind: LaunchKind.Worker, command: stubborn });
    const batch = await owner.offer({ command: ['sleep', '600'] });
    ids.push(worker, batch);
    await running(owner, worker);
    await running(owner, batch);
    // It outlives several leases as long as the node renews.
    const until = Date.now() + 7400;
    await eventually('two leases have passed', () => Date.now() > until);
    expect(await processesOf(worker)).not.toEqual([]);
    node.process?.kill('SIGSTOP');
    await eventually('the worker is ended', async () => (await processesOf(worker)).length === 0);
    expect(await processesOf(batch)).not.toEqual([]);
    expect((await ended(owner, worker)).end).toMatchObject({ cause: 'lost' });
    node.process?.kill('SIGCONT');
    await eventually('the owner had given both up', async () => (await node.state()).launches.length === 0);
    expect(await processesOf(batch)).toEqual([]);
  });
});
