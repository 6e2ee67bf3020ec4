import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Queues } from '@portolan/messaging';
import { QueueConsumer } from '@portolan/messaging/testing';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually } from '@portolan/service/testing';
import {
  ClaimDecision,
  launchesQueue,
  type ClaimAnswer,
  type LaunchOffer,
  type LaunchSnapshot,
  type LeaseAnswer,
} from '../src/index';
import { LaunchEventsGateway } from '../src/owner/launch-events.gateway';
import { startTestOwner, type TestOwner } from '../src/testing';

/** The requests of a node. */
class NodeCalls {
  readonly nodeId = randomUUID();

  constructor(
    private readonly owner: TestOwner,
    private readonly nodeUrl = 'http://127.0.0.1:1',
  ) {}

  claim(launchId: string, token = 'token-1'): Promise<ClaimAnswer> {
    return this.call(`launches/${launchId}/claim`, 'POST', {
      ...this.facts(),
      nodeId: this.nodeId,
      token,
      freeSlots: 1,
      freeMemoryMb: 1,
      ports: {},
    });
  }

  renew(...launchIds: string[]): Promise<LeaseAnswer> {
    const launches = launchIds.map((launchId) => ({ launchId, token: 'token-1' }));
    return this.call(`leases/${this.nodeId}`, 'PUT', { ...this.facts(), launches });
  }

  private facts() {
    return { nodeUrl: this.nodeUrl, host: 'h', agentCluster: 'default' };
  }

  private async call<T>(path: string, method: string, body: object): Promise<T> {
    const response = await fetch(`${this.owner.service.url}/internal/${path}`, {
      method,
      headers: { authorization: `Bearer ${TEST_INTERNAL_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

const stateOf = async (owner: TestOwner, id: string) => (await owner.launches.find(id))?.state;
const sql = (owner: TestOwner, statement: string, values: unknown[]) =>
  owner.service.app.get(DataSource, { strict: false }).query(statement, values);
const endsOf = (owner: TestOwner, id: string) =>
  owner.handlers.changes.filter((change) => change.type === 'ended' && change.launch.id === id);

describe('an owner of launches', () => {
  let owner: TestOwner;
  let node: NodeCalls;

  beforeAll(async () => {
    owner = await startTestOwner();
  });
  beforeEach(() => {
    node = new NodeCalls(owner);
    owner.handlers.decide = () => ClaimDecision.Go;
    owner.handlers.refused = undefined;
  });
  afterAll(() => owner.service.stop());

  it('answers a repeated claim the same way and changes the launch once', async () => {
    const id = await owner.create();
    const answers = [await node.claim(id), await node.claim(id), await node.claim(id)];
    expect(answers.map((answer) => answer.decision)).toEqual(['go', 'go', 'go']);
    expect(owner.handlers.changes.filter((change) => change.launch.id === id)).toHaveLength(1);
    expect(await owner.launches.find(id)).toMatchObject({ state: 'claimed', nodeId: node.nodeId, host: 'h' });
  });

  it('grants a launch to one of many concurrent claims', async () => {
    const id = await owner.create();
    const nodes = Array.from({ length: 8 }, () => new NodeCalls(owner));
    const answers = await Promise.all(nodes.map((one) => one.claim(id)));
    const winners = nodes.filter((_, index) => answers[index]?.decision === 'go');
    expect(winners).toHaveLength(1);
    expect((await owner.launches.find(id))?.nodeId).toBe(winners[0]?.nodeId);
    expect(answers.filter((answer) => answer.decision === 'stop')).toHaveLength(7);
  });

  it('decides concurrent claims together and fails only the faulty one', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => owner.create()));
    const [bad, elsewhere] = ids;
    owner.handlers.decide = ({ id }) => {
      if (id === bad) throw new Error('refused');
      return id === elsewhere ? ClaimDecision.NotHere : ClaimDecision.Go;
    };
    const answers = await Promise.allSettled(ids.map((id) => node.claim(id)));
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.decision : 'failed'))).toEqual([
      'failed',
      'not-here',
      ...Array.from({ length: 4 }, () => 'go'),
    ]);
    const states = await Promise.all(ids.map((id) => stateOf(owner, id)));
    expect(states.slice(0, 2)).toEqual(['offered', 'offered']);
    expect(new Set(states.slice(2))).toEqual(new Set(['claimed']));
    const settled = owner.handlers.changes.filter(({ launch }) => ids.includes(launch.id));
    expect(settled.map(({ launch }) => launch.id).sort()).toEqual(ids.slice(2).sort());
  });

  it('refuses a second claim of the same node with another token, and claims of unknown launches', async () => {
    const id = await owner.create();
    await node.claim(id);
    expect(await node.claim(id, 'token-2')).toEqual({ decision: 'stop' });
    expect(await node.claim(randomUUID())).toEqual({ decision: 'stop' });
  });

  it('keeps a launch for other nodes when one node is not admitted', async () => {
    owner.handlers.decide = () => ClaimDecision.NotHere;
    const id = await owner.create();
    expect(await node.claim(id)).toEqual({
      decision: 'not-here',
      retryAfterMs: expect.any(Number) as number,
    });
    expect(await stateOf(owner, id)).toBe('offered');
  });

  it('ends once, by the latest snapshot, despite reordered and repeated snapshots', async () => {
    const gateway = owner.service.app.get(LaunchEventsGateway, { strict: false });
    const last = 4;
    const snapshotOf = (launchId: string, sequence: number): LaunchSnapshot => ({
      launchId,
      nodeId: node.nodeId,
      token: 'token-1',
      sequence,
      phase: sequence === last ? 'ended' : sequence === 1 ? 'preparing' : 'running',
      ports: {},
      ...(sequence === last && { outcome: 'exited', exitCode: 9, finishedAt: 1234 }),
    });
    const orders = fc
      .array(fc.integer({ min: 1, max: last }), { maxLength: 12 })
      .chain((extra) => fc.shuffledSubarray([1, 2, 3, last, ...extra], { minLength: 4 + extra.length }));
    await fc.assert(
      fc.asyncProperty(orders, fc.boolean(), async (order, together) => {
        const id = await owner.create();
        await node.claim(id);
        const store = (sequence: number) => gateway.store(snapshotOf(id, sequence));
        if (together) await Promise.all(order.map(store));
        else for (const sequence of order) await store(sequence);
        await gateway.store({ ...snapshotOf(id, 99), token: 'of another claim' });
        expect(await owner.launches.find(id)).toMatchObject({
          state: 'ended',
          sequence: last,
          end: { cause: 'exited', exitCode: 9 },
          endedAt: 1234,
        });
        expect(endsOf(owner, id)).toHaveLength(1);
      }),
      { numRuns: 25 },
    );
  });

  it('stores concurrent reports, also when one of them fails to be stored', async () => {
    const gateway = owner.service.app.get(LaunchEventsGateway, { strict: false });
    const ids = await Promise.all(Array.from({ length: 6 }, () => owner.create()));
    for (const id of ids) await node.claim(id);
    const [refused, ...others] = ids;
    owner.handlers.refused = refused;
    const outcomes = await Promise.allSettled(
      [...ids, randomUUID()].map((launchId) =>
        gateway.store({
          launchId,
          nodeId: node.nodeId,
          token: 'token-1',
          sequence: 1,
          phase: 'running',
          ports: {},
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      [...ids, undefined].map((id) => (id === refused ? 'rejected' : 'fulfilled')),
    );
    const stored = await Promise.all(ids.map((id) => owner.launches.find(id)));
    expect(stored.map((launch) => launch?.sequence)).toEqual(ids.map((id) => (id === refused ? 0 : 1)));
    const told = owner.handlers.changes.filter(
      ({ type, launch }) => type === 'progressed' && ids.includes(launch.id),
    );
    expect(told.map(({ launch }) => launch.id).sort()).toEqual([...others].sort());
  });

  it('offers launches that Redis has lost once more', async () => {
    const id = await owner.offer({ agentCluster: 'forgetful' });
    const redis = new Redis(TEST_SERVERS.redis);
    try {
      const keys = await redis.keys(`${owner.service.queuePrefix}*forgetful*`);
      expect(keys).not.toEqual([]);
      await redis.del(...keys);
    } finally {
      redis.disconnect();
    }
    const offers: LaunchOffer[] = [];
    const options = {
      redis: TEST_SERVERS.redis,
      prefix: owner.service.queuePrefix,
      onError: () => undefined,
    };
    const consumer = new QueueConsumer(
      options,
      launchesQueue('forgetful'),
      async ({ body }) => void offers.push(body),
    );
    consumer.start();
    await eventually('offered again', () => offers.length > 0);
    await consumer.close();
    expect(offers[0]).toMatchObject({ launchId: id, ownerUrl: owner.service.url, owner: 'tests' });
  });

  it('sends offers of launches that were stored but not sent', async () => {
    const id = await owner.create({ agentCluster: 'unsent' });
    const queues = owner.service.app.get(Queues, { strict: false });
    await eventually(
      'on the queue',
      async () => (await queues.counts(launchesQueue('unsent'))).prioritized === 1,
    );
    await eventually('noted as sent', async () => ((await owner.launches.find(id))?.offeredAt ?? 0) > 0);
  });

  it('refuses an offer that no node could read, before it is stored', async () => {
    const files = [{ path: 'a', url: `file:///${'x'.repeat(3000)}` }];
    await expect(owner.offer({ files })).rejects.toThrow(/files\[0\]\.url/);
  });

  it('withdraws an unclaimed launch at once', async () => {
    const id = await owner.create();
    await owner.launches.stop(id, 1000);
    expect(await owner.launches.find(id)).toMatchObject({ state: 'ended', end: { cause: 'withdrawn' } });
    expect(await node.claim(id)).toEqual({ decision: 'stop' });
    expect(endsOf(owner, id)).toHaveLength(1);
  });

  it('does not wait for a node that does not answer to a stop', async () => {
    let [notified, givenUp] = [0, 0];
    const server = createServer((_request, response) => {
      notified += 1;
      response.once('close', () => (givenUp += 1));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const silent = new NodeCalls(owner, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const id = await owner.create();
    await silent.claim(id);
    await owner.launches.stop(id, 1500);
    expect(givenUp).toBe(0);
    expect((await owner.launches.find(id))?.stopRequestedAt).toEqual(expect.any(Number));
    await eventually('the node is notified', () => notified === 1);
    server.closeAllConnections();
    server.close();
  });

  it('stops the launch of an unreachable node with its next renewal', async () => {
    const id = await owner.create();
    await node.claim(id);
    expect((await node.renew(id)).launches).toEqual([{ launchId: id, storedSequence: 0, verb: 'run' }]);
    await owner.launches.stop(id, 1500);
    expect((await node.renew(id)).launches).toEqual([
      { launchId: id, storedSequence: 0, verb: 'stop', killGraceMs: 1500 },
    ]);
    expect(await stateOf(owner, id)).toBe('claimed');
  });

  it('instructs a node to forget launches of other nodes and ended ones', async () => {
    const [over, foreign] = [await owner.create(), await owner.create()];
    await node.claim(over);
    await owner.launches.lose(over, 'test');
    await new NodeCalls(owner).claim(foreign);
    const { launches } = await node.renew(over, foreign, 'unknown');
    expect(launches.map((one) => one.verb)).toEqual(['forget', 'forget', 'forget']);
  });

  it('ends a launch missing from two renewals, but not from one', async () => {
    const [forgotten, kept] = [await owner.create(), await owner.create()];
    await node.claim(forgotten);
    await node.claim(kept);
    await node.renew(forgotten, kept);
    await node.renew(kept);
    await node.renew(forgotten, kept);
    await node.renew(kept);
    expect(await stateOf(owner, forgotten)).toBe('claimed');
    await node.renew(kept);
    const row = await eventually('lost', async () => {
      const launch = await owner.launches.find(forgotten);
      return launch?.state === 'ended' && launch;
    });
    expect(row.end).toMatchObject({ cause: 'lost' });
    expect(await stateOf(owner, kept)).toBe('claimed');
  });

  it('does not miss a launch claimed after the renewal was written', async () => {
    const id = await owner.create();
    await node.renew();
    await node.claim(id);
    await node.renew();
    expect((await owner.launches.find(id))?.missedRenewals).toBe(0);
  });

  it.each([
    ['PUT', 'leases/x', { nodeUrl: 'http://127.0.0.1:1', host: 'h', agentCluster: 'default', launches: [] }],
    ['POST', 'launches/states', { launchIds: [] }],
    ['POST', 'launches/x/gone', { nodeId: 'x', message: 'gone', giveUp: false }],
  ])('[V3-RUN-20] refuses %s %s that is meant for another owner', async (method, path, body) => {
    const statusFor = async (name?: string) => {
      const response = await fetch(`${owner.service.url}/internal/${path}`, {
        method,
        headers: { authorization: `Bearer ${TEST_INTERNAL_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, owner: name }),
      });
      return response.status;
    };
    expect(await statusFor('others')).toBe(409);
    for (const name of ['tests', undefined]) expect(await statusFor(name)).toBeLessThan(300);
  });

  it('keeps its internal addresses closed', async () => {
    const response = await fetch(`${owner.service.url}/internal/leases/x`, { method: 'PUT' });
    expect(response.status).toBe(401);
  });
});

describe('an expired lease', () => {
  const LEASE_MS = 1500;

  it('ends launches by the clock of the database, and not before the owner was up for one lease', async () => {
    const started = performance.now();
    const owner = await startTestOwner({ env: { LEASE_MS: String(LEASE_MS), SWEEP_MS: '100' } });
    try {
      const node = new NodeCalls(owner);
      const alive = new NodeCalls(owner);
      const [lost, kept] = [await owner.create(), await owner.create()];
      await node.claim(lost);
      await alive.claim(kept);
      await sql(owner, 'UPDATE node_leases SET renewed_at = renewed_at - 3600000 WHERE node_id = ?', [
        node.nodeId,
      ]);
      await eventually('lost', async () => {
        await alive.renew(kept);
        return (await stateOf(owner, lost)) === 'ended';
      });
      // The owner was up for less than this.
      expect(performance.now() - started).toBeGreaterThanOrEqual(LEASE_MS);
      expect((await owner.launches.find(lost))?.end).toMatchObject({
        cause: 'lost',
        message: expect.stringContaining('lease') as string,
      });
      expect(await stateOf(owner, kept)).toBe('claimed');
    } finally {
      await owner.service.stop();
    }
  });
});
