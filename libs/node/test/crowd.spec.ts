import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchState } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import type { NodeState } from '../src/node.dto';
import { TestNode, ended, running } from './support';

describe('many launches and several nodes', () => {
  let owner: TestOwner;
  let nodes: TestNode[];
  let folder: string;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-crowd-'));
    owner = await startTestOwner();
    nodes = await Promise.all([
      TestNode.start(owner, { NODE_SLOTS: '4', NODE_MEMORY_MB: '1000' }),
      TestNode.start(owner, { NODE_SLOTS: '3', NODE_MEMORY_MB: '1000' }),
    ]);
  });
  afterAll(async () => {
    for (const node of nodes) await node.remove(ids);
    await owner.service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('runs each once, never more than the slots, and strands none', async () => {
    const command = [
      'sh',
      '-c',
      `mkdir ${folder}/$LAUNCH; ls ${folder} | grep -vc done; sleep 0.2; mv ${folder}/$LAUNCH ${folder}/$LAUNCH.done`,
    ];
    const launched = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        owner.offer({ command, environment: { LAUNCH: `l${index}` } }),
      ),
    );
    ids.push(...launched);
    const rows = await Promise.all(launched.map((id) => ended(owner, id)));
    expect(rows.map((row) => row.end)).toEqual(rows.map(() => ({ cause: 'exited', exitCode: 0 })));
    expect((await readdir(folder)).filter((name) => name.endsWith('.done'))).toHaveLength(40);
    expect(new Set(rows.map((row) => row.nodeId)).size).toBe(2);
    const counts = await Promise.all(
      rows.map(async (row) => {
        for (const node of nodes) {
          const text = await readFile(
            join(node.directory, 'launches', row.id, 'job', 'stdout'),
            'utf8',
          ).catch(() => '');
          if (text) return Number(text);
        }
        return NaN;
      }),
    );
    expect(Math.max(...counts)).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
    await eventually('all slots are free', async () => {
      const states = await Promise.all(nodes.map((node) => node.state()));
      return states.every((state) => state.freeSlots === state.slots && state.freeMemoryMb === 1000);
    });
  });

  it('delays a launch that needs more memory than is free, and lets others pass', async () => {
    const limits = { memoryMb: 900, killGraceMs: 100 };
    const large = [0, 1].map(() => owner.offer({ command: ['sleep', '600'], limits }));
    const [first = '', second = ''] = await Promise.all(large);
    await running(owner, first);
    await running(owner, second);
    const waiting = await owner.offer({ limits });
    const small = await owner.offer({});
    ids.push(first, second, waiting, small);
    await ended(owner, small);
    expect((await owner.launches.find(waiting))?.state).toBe('offered');
    await owner.launches.stop(first, 100);
    expect((await ended(owner, waiting)).end).toEqual({ cause: 'exited', exitCode: 0 });
    await owner.launches.stop(second, 100);
    await ended(owner, second);
  });

  it('soon finds a small launch behind a long queue of launches that do not fit', async () => {
    const only = await TestNode.start(owner, { AGENT_CLUSTER: 'crowded', NODE_MEMORY_MB: '1000' });
    const large = { agentCluster: 'crowded', limits: { memoryMb: 900, killGraceMs: 100 } };
    const running_ = await owner.offer({ ...large, command: ['sleep', '600'] });
    ids.push(running_);
    try {
      await running(owner, running_);
      // Several times the window of the queue.
      const waiting = await Promise.all(Array.from({ length: 120 }, () => owner.offer(large)));
      ids.push(...waiting);
      const small = await owner.offer({ agentCluster: 'crowded' });
      ids.push(small);
      // The window of the queue grows by the returned offers, one pass per second.
      await ended(owner, small);
      await owner.launches.stop(running_, 100);
      await ended(owner, running_);
      // Those offers were returned with a delay of seconds; released capacity delivers them earlier.
      const isEnded = async (id: string): Promise<boolean> =>
        (await owner.launches.find(id))?.state === LaunchState.Ended;
      await eventually('one of them has run', async () =>
        (await Promise.all(waiting.map(isEnded))).some(Boolean),
      );
      await Promise.all(waiting.map((id) => owner.launches.stop(id, 0)));
    } finally {
      await only.remove(ids);
    }
  });

  it('drains: accepts no launches, responds when it is empty, and the other node continues', async () => {
    const [draining, other] = nodes as [TestNode, TestNode];
    const answer = await draining.call('/internal/node/actions/drain', { method: 'POST' });
    expect(await answer.json()).toMatchObject({ accepting: false, launches: [] });
    const { nodeId } = await other.state();
    const id = await owner.offer({});
    ids.push(id);
    expect((await ended(owner, id)).nodeId).toBe(nodeId);
  });

  it('[V3-NODE-5] drains within a grace: jobs that outlast it are stopped, with the reason for their owner', async () => {
    const [, other] = nodes as [TestNode, TestNode];
    const { nodeId } = await other.state();
    const id = await owner.offer({ command: ['sleep', '600'] });
    ids.push(id);
    await running(owner, id);
    const drain = (graceMs: number): Promise<Response> =>
      other.call(`/internal/node/actions/drain?graceMs=${graceMs}`, { method: 'POST' });
    expect((await drain(-1)).status).toBe(400);
    const misspelt = await other.call('/internal/node/actions/drain?graceMS=1', { method: 'POST' });
    expect([misspelt.status, await misspelt.text()]).toEqual([
      400,
      expect.stringContaining('unknown parameter graceMS, did you mean graceMs?'),
    ]);
    expect(await other.state()).toMatchObject({ accepting: true });
    expect(((await (await drain(1500)).json()) as NodeState).launches).toEqual([]);
    const { end } = await ended(owner, id);
    expect(end).toMatchObject({ cause: 'stopped', detail: `node ${nodeId} was drained` });
  });
});
