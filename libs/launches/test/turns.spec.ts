import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Queues, type QueueDefinition, type QueuesOptions } from '@portolan/messaging';
import { QueueConsumer, withQueue } from '@portolan/messaging/testing';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually } from '@portolan/service/testing';
import { launchesQueue, type LaunchOffer } from '../src/index';
import { TurnReadModel } from '../src/owner/turn.read-model';
import { startTestOwner, type TestOwner } from '../src/testing';

const WINDOW = 4;

/** Deletes the keys that match a pattern. @returns their number */
const EMPTY = `local keys = redis.call('keys', ARGV[1])
  for _, key in ipairs(keys) do redis.call('del', key) end
  return #keys`;

/** A node that takes a requested number of offers, one by one. */
class SlowNode {
  /** Subjects of the claimed launches, in order. */
  readonly taken: string[] = [];
  private permits = 0;
  private readonly consumer: QueueConsumer<LaunchOffer>;
  private closed = false;

  constructor(
    private readonly owner: TestOwner,
    readonly agentCluster: string,
  ) {
    this.consumer = new QueueConsumer(this.target, this.queue, ({ body }) => this.look(body));
  }

  /** Number of messages waiting on its queue. */
  async depth(): Promise<number> {
    const queues = this.owner.service.app.get(Queues, { strict: false });
    const { wait, prioritized, delayed } = await queues.counts(this.queue);
    return wait + prioritized + delayed;
  }

  /** Users whose offers are on its queue. */
  async users(): Promise<string[]> {
    const jobs = await withQueue(this.target, this.queue, (queue) => queue.getPrioritized());
    return [...new Set(jobs.map((job) => (job.data.body as LaunchOffer).user))];
  }

  private get queue(): QueueDefinition<LaunchOffer> {
    return launchesQueue(this.agentCluster);
  }

  private get target(): QueuesOptions {
    return { redis: TEST_SERVERS.redis, prefix: this.owner.service.queuePrefix, onError: () => undefined };
  }

  async take(count: number): Promise<string[]> {
    const until = this.taken.length + count;
    this.permits += count;
    this.consumer.start();
    await eventually(`${until} are taken`, async () => this.taken.length >= until);
    return this.taken.slice(until - count);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.consumer.close();
  }

  private async look(offer: LaunchOffer): Promise<void> {
    await eventually('it may take one', async () => this.permits > 0 || this.closed);
    if (this.closed) throw new Error('the test is over');
    const response = await fetch(`${this.owner.service.url}/internal/launches/${offer.launchId}/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_INTERNAL_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        nodeId: 'slow-node',
        token: offer.launchId,
        nodeUrl: 'http://127.0.0.1:1',
        host: 'h',
        agentCluster: this.agentCluster,
        freeSlots: 1,
        freeMemoryMb: 1,
        ports: {},
      }),
    });
    const { decision } = (await response.json()) as { decision: string };
    if (decision !== 'go') return;
    this.permits -= 1;
    this.taken.push(offer.subject);
  }
}

describe('users of a queue', () => {
  let owner: TestOwner;
  const nodes: SlowNode[] = [];

  beforeAll(async () => {
    owner = await startTestOwner({ env: { OFFER_WINDOW: String(WINDOW), LEASE_MS: '600000' } }, 'turns');
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await owner.service.stop();
  });

  const nodeOf = (agentCluster: string): SlowNode => {
    const node = new SlowNode(owner, agentCluster);
    nodes.push(node);
    return node;
  };
  const offer = async (agentCluster: string, user: string, count: number, from = 1): Promise<void> => {
    for (let index = from; index < from + count; index += 1) {
      await owner.offer({ agentCluster, user, subject: `${user}${index}` });
    }
  };
  const names = (user: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${user}${index + 1}`);

  it('take turns, independent of their numbers of launches, and each keeps its order', async () => {
    const node = nodeOf('fair');
    await offer('fair', 'many', 80);
    await node.take(3);
    await offer('fair', 'few', 3);
    await eventually('few has a place', async () => {
      const users = await node.users();
      return users.includes('few');
    });
    const next = await node.take(8);
    expect(next.filter((subject) => subject.startsWith('few'))).toEqual(names('few', 3));
    await node.take(72);
    expect(node.taken.filter((subject) => subject.startsWith('many'))).toEqual(names('many', 80));
  });

  it('have no more than a window of offers on the queue together', async () => {
    const node = nodeOf('short');
    await offer('short', 'many', 40);
    await eventually('the window is full', async () => (await node.depth()) >= WINDOW);
    await offer('short', 'other', 5);
    await eventually('the other has a place', async () => (await node.users()).includes('other'));
    // Launches reserved during a pass may be queued as well; what nodes take is replaced up to the window.
    await node.take(2 * WINDOW);
    // The node holds one of the window.
    await eventually('the window is full again', async () => (await node.depth()) >= WINDOW - 1);
    expect(await node.depth()).toBeLessThanOrEqual(WINDOW);
  });

  it('keep their turns when Redis is emptied', async () => {
    const node = nodeOf('emptied');
    await offer('emptied', 'one', 10);
    await offer('emptied', 'two', 10);
    await eventually('both have a place', async () => (await node.users()).length === 2);
    // An offer that is being sent while Redis is emptied precedes the offers that are sent again.
    await eventually('none is on its way', async () => (await marked('emptied')) === (await node.depth()));
    const redis = new Redis(TEST_SERVERS.redis);
    // Atomically, like emptying Redis: a key written between two steps would remain.
    const emptied = await redis.eval(EMPTY, 0, `${owner.service.queuePrefix}*emptied*`);
    expect(emptied).toBeGreaterThan(0);
    redis.disconnect();
    await node.take(20);
    const turns = node.taken.map((subject) => subject.slice(0, 3));
    expect(turns.slice(0, 8).filter((user) => user === 'two').length).toBeGreaterThanOrEqual(3);
    expect(node.taken.filter((subject) => subject.startsWith('one'))).toEqual(names('one', 10));
    expect(node.taken.filter((subject) => subject.startsWith('two'))).toEqual(names('two', 10));
  });

  it('keep their order when only some of their offers are due to be sent again', async () => {
    const node = nodeOf('due');
    await offer('due', 'one', WINDOW);
    await eventually('all are on the queue', async () => (await node.depth()) === WINDOW);
    const queued = await owner.service.app
      .get(TurnReadModel, { strict: false })
      .queued('due', owner.service.app.get(DataSource).manager);
    // The sweep finds none of them due.
    const sent = Date.now() + 3_600_000;
    await owner.repository.markSent(
      queued.map(({ id }) => id),
      sent,
    );
    const { batch } = await owner.repository.offersToResend(sent + 2, 100);
    const subjects = batch.filter(({ agentCluster }) => agentCluster === 'due').map(({ subject }) => subject);
    expect(subjects).toEqual(names('one', WINDOW));
  });

  it('keep their order when a pass runs between the start and the end of a transaction', async () => {
    const node = nodeOf('committed-late');
    await offer('committed-late', 'one', WINDOW);
    await eventually('the window is full', async () => (await node.depth()) === WINDOW);
    let commit: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (commit = resolve));
    const insert = owner.repository.insert.bind(owner.repository);
    const inserted = jest.spyOn(owner.repository, 'insert').mockImplementationOnce(async (...launches) => {
      await gate;
      return insert(...launches);
    });
    const late = owner.offer({ agentCluster: 'committed-late', user: 'one', subject: 'late' });
    await eventually('it has no place', () => inserted.mock.calls.length === 1);
    await node.take(WINDOW);
    const passes = jest.spyOn(owner.service.app.get(TurnReadModel, { strict: false }), 'clusters');
    await eventually('passes see no backlog', () => passes.mock.calls.length > 2);
    commit();
    await late;
    await offer('committed-late', 'one', 1, WINDOW + 1);
    expect(await node.take(2)).toEqual(['late', `one${WINDOW + 1}`]);
  });

  it('are charged once for a launch that is claimed while a pass reads the rows', async () => {
    const node = nodeOf('charged');
    await offer('charged', 'one', 2);
    await eventually('both are on the queue', async () => (await node.depth()) === 2);
    const turns = owner.service.app.get(TurnReadModel, { strict: false });
    const { manager } = owner.service.app.get(DataSource);
    const queued = await turns.queued('charged', manager);
    expect(await node.take(1)).toEqual(['one1']);
    expect(queued.map(({ user }) => user)).toEqual(['one', 'one']);
    expect(await turns.held('charged', queued, manager)).toEqual(new Map());
    expect(await turns.held('charged', [], manager)).toEqual(new Map([['one', 1]]));
  });

  it('do not stand before streaming workers', async () => {
    const node = nodeOf('urgent');
    await offer('urgent', 'many', 30);
    await owner.offer({ agentCluster: 'urgent', kind: 'worker', user: 'streams', subject: 'worker' });
    expect(await node.take(1)).toEqual(['worker']);
  });

  it('[V3-PRIO-2] [V3-PRIO-3] have their urgent launches first, also before those on the queue, and before no other user', async () => {
    const node = nodeOf('priority');
    await offer('priority', 'one', 8);
    await eventually('the window is full', async () => (await node.depth()) >= WINDOW);
    await offer('priority', 'two', 4);
    await eventually('both have a place', async () => (await node.users()).length === 2);
    for (const priority of [5, 100, -1])
      await owner.offer({ agentCluster: 'priority', user: 'one', subject: `one ${priority}`, priority });
    await eventually('the most urgent is on the queue', async () => (await first('priority')) === 'one 100');
    await node.take(15);
    const own = node.taken.filter((subject) => subject.startsWith('one'));
    expect(own).toEqual(['one 100', 'one 5', ...names('one', 8), 'one -1']);
    expect(node.taken.slice(0, 8).filter((subject) => subject.startsWith('two'))).toHaveLength(4);
  });

  it('[V3-PRIO-3] have an urgent launch first while the queue is short', async () => {
    const node = nodeOf('short-queue');
    await offer('short-queue', 'one', 2);
    await eventually('both are on the queue', async () => (await node.depth()) === 2);
    await owner.offer({ agentCluster: 'short-queue', user: 'one', subject: 'urgent', priority: 1 });
    await eventually('it goes first', async () => (await first('short-queue')) === 'urgent');
    expect(await node.take(3)).toEqual(['urgent', 'one1', 'one2']);
  });

  it('leave no withdrawn offer on the queue', async () => {
    const node = nodeOf('withdrawn');
    const ids = [];
    for (let index = 0; index < 12; index += 1)
      ids.push(await owner.offer({ agentCluster: 'withdrawn', user: 'one', subject: `one${index}` }));
    for (const id of ids) await owner.launches.stop(id, 0);
    // An offer of a running pass may still be queued; a node that claims it gets `stop`.
    await eventually('the queue is empty', async () => (await node.depth()) <= 1);
  });

  /** The launch of the user `one` that is first on the queue by the table. */
  async function first(agentCluster: string): Promise<string | undefined> {
    const [row] = await owner.service.app.get(DataSource).query<{ subject: string }[]>(
      `SELECT subject FROM launches WHERE agent_cluster = ? AND user_name = 'one' AND offered_at > 0
       ORDER BY offered_at LIMIT 1`,
      [agentCluster],
    );
    return row?.subject;
  }

  /** Offers that are on the queue by the table. */
  async function marked(agentCluster: string): Promise<number> {
    const [row] = await owner.service.app
      .get(DataSource)
      .query<{ count: string | number }[]>(
        'SELECT COUNT(*) AS count FROM launches WHERE agent_cluster = ? AND offered_at > 0',
        [agentCluster],
      );
    return Number(row?.count);
  }
});
