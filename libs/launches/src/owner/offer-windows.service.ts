import { Injectable } from '@nestjs/common';
import { PeriodicTasks, type PeriodicTask, type Transaction } from '@portolan/service';
import { LaunchKind } from '../protocol/launch-offer';
import { LaunchState } from '../protocol/launch-state';
import {
  byOwnOrder,
  fairOrder,
  inOwnOrder,
  type Turn,
  type UserLoad,
  type WaitingLaunch,
} from './fair-order';
import { isOutOfOrder, windowChange } from './window-change';
import { LaunchOwnerOptions } from './launch-handlers';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { OffersGateway } from './offers.gateway';
import { TurnReadModel } from './turn.read-model';

/** Default number of offers of one agent cluster on the queue. */
const DEFAULT_WINDOW = 32;
/** Interval between passes without a trigger, ms. */
const POLL_MS = 1000;
/** Additional offers on the queue per offer that nodes have put back: offers behind it may fit. */
const MORE_PER_PUT_BACK = 4;
/** Maximum number of such additional offers. */
const MORE_LIMIT = 1024;
/** Minimum pause between two passes, ms. */
const SPACING_MS = 20;
/** Time after which a new launch that was not reported as committed counts as rolled back, ms. */
const LONGEST_COMMIT_MS = 60_000;

type Queued = Pick<LaunchEntity, 'id' | 'kind' | 'agentCluster' | 'user' | 'turnRank'>;

/** The launches of one user on the queue. */
interface OnQueue {
  count: number;
  /** The greatest rank of them: a launch with a smaller one goes before it. */
  rank: number;
  /** The smallest known rank of the user's waiting launches. */
  first: number;
}

/** The state of one agent cluster's queue as this process last knew it. */
interface View {
  /** The launches on the queue, by user. */
  users: Map<string, OnQueue>;
  /** Whether further launches wait for their turn in the table. */
  backlog: boolean;
}

/**
 * Keeps a short window of batch launches on the queue of each agent cluster; the rest waits in the table, where {@link
 * fairOrder} decides the next turns. So a long queue uses no memory of Redis, and an emptied Redis loses no order. While no
 * launch waits, a new one is queued at once. Any replica may run a pass, one at a time: the rows decide its effect.
 */
@Injectable()
export class OfferWindowsService {
  /** Undefined until the first pass: until then every launch waits for it. */
  private views: Map<string, View> | undefined;
  /**
   * New launches without a place, by agent cluster and id, and when a pass that begins sees them at the latest (ms, monotonic). Until
   * then the rows of a pass may show no backlog, and later launches of their users must not go before them.
   */
  private readonly unseen = new Map<string, Map<string, number>>();
  private readonly size: number;
  private readonly passes: PeriodicTask;
  private lastPass = -Infinity;
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly turns: TurnReadModel,
    private readonly repository: LaunchRepository,
    private readonly offers: OffersGateway,
    private readonly options: LaunchOwnerOptions,
    periodic: PeriodicTasks,
  ) {
    this.size = options.offerWindow ?? DEFAULT_WINDOW;
    this.passes = periodic.every(POLL_MS, 'offer waiting launches', () => this.pass());
  }

  /**
   * Reserves a place on the queue for a new launch.
   *
   * @returns whether the launch may be queued after its commit; else it waits for its turn, see {@link waits}
   */
  reserve(launch: Queued): boolean {
    if (launch.kind !== LaunchKind.Batch) return true;
    const isPlaced = this.takePlace(launch);
    if (!isPlaced) this.note(launch, performance.now() + LONGEST_COMMIT_MS);
    return isPlaced;
  }

  private takePlace({ agentCluster, user, turnRank }: Queued): boolean {
    if (!this.views) return false;
    const view = this.views.get(agentCluster) ?? { users: new Map<string, OnQueue>(), backlog: false };
    this.views.set(agentCluster, view);
    const own = view.users.get(user);
    const othersOnly = !own && view.users.size > 0;
    if (view.backlog || othersOnly || goesBefore(turnRank, own) || sum(view.users) >= this.size) {
      view.backlog = true;
      if (own) view.users.set(user, { ...own, first: Math.min(own.first, turnRank) });
      return false;
    }
    view.users.set(user, added(own, turnRank));
    return true;
  }

  /** Called after the commit of a new launch without a place. */
  waits(launch: Queued): void {
    const { kind, agentCluster, user, turnRank } = launch;
    if (kind !== LaunchKind.Batch) return;
    this.note(launch, performance.now());
    const users = this.views?.get(agentCluster)?.users;
    const own = users?.get(user);
    // A user with nothing on the queue, or with less urgent launches there, gets a turn soon; the others when the queue moves.
    if (!users || !own || goesBefore(turnRank, own) || sum(users) < this.size) this.wake();
  }

  /** Reports whether a launch of the same user may wait that goes before this one by its rank. Costs no look at the rows. */
  mayOvertake({ kind, agentCluster, user, turnRank }: Omit<Queued, 'id'>): boolean {
    const own = this.views?.get(agentCluster)?.users.get(user);
    return kind === LaunchKind.Batch && own !== undefined && own.first < turnRank;
  }

  /** Called when a launch left the queue: claimed or ended. */
  left({ kind, agentCluster, user }: Queued): void {
    const view = this.views?.get(agentCluster);
    if (kind !== LaunchKind.Batch || !view) return;
    const own = view.users.get(user);
    if (own && own.count > 1) view.users.set(user, { ...own, count: own.count - 1 });
    else view.users.delete(user);
    if (view.backlog) this.wake();
  }

  /** Triggers a pass. */
  private wake(): void {
    const pause = this.lastPass + SPACING_MS - performance.now();
    this.soon ??= setTimeout(() => this.passes.wake(), Math.max(0, pause)).unref();
  }

  private async pass(): Promise<void> {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.lastPass = performance.now();
    const clusters = await this.turns.clusters();
    const views = new Map<string, View>();
    // Places reserved while the rows are read are not counted: the window may exceed its size until nodes have taken as many.
    for (const cluster of clusters) views.set(cluster, await this.arrange(cluster));
    for (const [cluster, launches] of this.unseen) {
      for (const [id, visibleAt] of launches) if (visibleAt <= this.lastPass) launches.delete(id);
      if (launches.size === 0) this.unseen.delete(cluster);
      else
        views.set(cluster, { users: views.get(cluster)?.users ?? new Map<string, OnQueue>(), backlog: true });
    }
    this.views = views;
  }

  private note({ agentCluster, id }: Queued, visibleAt: number): void {
    const launches = this.unseen.get(agentCluster) ?? new Map<string, number>();
    this.unseen.set(agentCluster, launches.set(id, visibleAt));
  }

  /** Brings the queue of an agent cluster to its intended state. @returns the new state */
  private async arrange(cluster: string): Promise<View> {
    let view: View | undefined;
    const done = await this.turns.alone(cluster, async (on) => {
      view = await this.move(cluster, on);
    });
    // Another replica runs a pass: this one keeps its state and tries again.
    if (!done) this.wake();
    return view ?? this.views?.get(cluster) ?? { users: new Map(), backlog: true };
  }

  private async move(cluster: string, on: Transaction): Promise<View> {
    const queued = await this.turns.queued(cluster, on);
    const waiting = await this.turns.users(cluster, on);
    // Another replica may have queued a launch behind a less urgent one.
    if (waiting.length === 0 && !isOutOfOrder(queued)) return { users: byUser(queued), backlog: false };
    const held = await this.turns.held(cluster, queued, on);
    const loads = new Map<string, UserLoad>();
    const loadOf = (user: string): UserLoad => loads.get(user) ?? this.load(user, held);
    const add = (user: string, launches: readonly WaitingLaunch[]): void => {
      const load = loadOf(user);
      loads.set(user, { ...load, waiting: [...load.waiting, ...launches].sort(byOwnOrder) });
    };
    for (const launch of queued) add(launch.user, [launch]);
    // Large launches that no node has room for now must not block the small ones behind them.
    const putBack = await this.offers.putBack(cluster).catch(() => 0);
    const size = this.size + Math.min(putBack * MORE_PER_PUT_BACK, MORE_LIMIT);
    // The users that can have a turn in this window at all.
    const chosen = waiting
      .map(({ user, since }) => {
        const load = loadOf(user);
        return { user, since, load: (load.held + load.waiting.length + 1) / load.share };
      })
      .sort((one, other) => one.load - other.load || one.since - other.since)
      .slice(0, this.size)
      .map(({ user }) => user);
    const perUser = Math.max(8, Math.ceil((size * 2) / Math.max(1, chosen.length)));
    const next = await this.turns.next(cluster, chosen, perUser, on);
    for (const user of chosen) add(user, next.get(user) ?? []);
    const wanted = fairOrder([...loads.values()], size);
    const change = windowChange(queued, wanted, size);
    const back = new Set(await this.offers.takeBack(cluster, change.takeBack));
    const there = new Set(queued.map(({ id }) => id).filter((id) => !back.has(id)));
    const put = change.put.filter((id) => !there.has(id));
    // Offers lost by Redis are queued again before new ones, so that the order stays.
    const areLost = put.length > 0 && there.size > 0 && (await this.offers.count(cluster)) < there.size;
    const unmark = [...back].filter((id) => !put.includes(id));
    const lost = areLost ? inOwnOrder(queued.filter(({ id }) => there.has(id))) : [];
    await this.put([...lost, ...put], unmark);
    const now = [...queued.filter(({ id }) => there.has(id)), ...wanted.filter(({ id }) => put.includes(id))];
    return { users: byUser(now), backlog: true };
  }

  /** Marked before they are queued: if this process crashes in between, the sweep sends them. */
  private async put(ids: readonly string[], unmark: readonly string[]): Promise<void> {
    await this.repository.markSent(ids, Date.now());
    await this.repository.markUnsent(unmark);
    const rows = new Map((await this.repository.findAll(ids)).map((row) => [row.id, row]));
    const sent = ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === LaunchState.Offered);
    if (sent.length > 0 && !(await this.offers.put(sent))) await this.repository.markUnsent(ids);
  }

  private load(user: string, held: ReadonlyMap<string, number>): UserLoad {
    const share = Math.max(1, this.options.shareOf?.(user) ?? 1);
    return { user, held: held.get(user) ?? 0, share, waiting: [] };
  }
}

const sum = (users: ReadonlyMap<string, OnQueue>): number =>
  [...users.values()].reduce((total, { count }) => total + count, 0);

const goesBefore = (rank: number, own: OnQueue | undefined): boolean => own !== undefined && rank < own.rank;

const added = (own: OnQueue | undefined, rank: number): OnQueue => ({
  count: (own?.count ?? 0) + 1,
  rank: Math.max(own?.rank ?? rank, rank),
  first: Math.min(own?.first ?? rank, rank),
});

function byUser(launches: readonly Turn[]): Map<string, OnQueue> {
  const users = new Map<string, OnQueue>();
  for (const { user, rank } of launches) users.set(user, added(users.get(user), rank));
  return users;
}
