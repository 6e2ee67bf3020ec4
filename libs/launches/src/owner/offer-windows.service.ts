import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker, type Transaction } from '@portolan/service';
import { LaunchKind } from '../protocol/launch-offer';
import { fairOrder, type UserLoad } from './fair-order';
import { LaunchOwnerOptions } from './launch-owner.options';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { LaunchState } from './launch-state';
import { OffersGateway } from './offers.gateway';
import { TurnReadModel, type WaitingUser } from './turn.read-model';
import { windowChange } from './window-change';

/** Offers of one agent cluster on the queue, when the options do not tell. */
const DEFAULT_WINDOW = 32;
/** Without a reason turns are looked at this often, ms. */
const POLL_MS = 1000;
/** For each offer that nodes have put back, so many more are on the queue: behind them are such that may fit. */
const MORE_PER_PUT_BACK = 4;
/** And so many more at the most. */
const MORE_LIMIT = 1024;
/** Passes that follow each other leave so much time between them, ms. */
const SPACING_MS = 20;

/** What this process believes to be on the queue of one agent cluster. */
interface View {
  /** Launches there, by user. */
  users: Map<string, number>;
  /** Launches of it wait for their turn in the table. */
  backlog: boolean;
}

/**
 * Keeps a short window of batch launches on the queue of each agent cluster; the rest waits in the table,
 * where {@link fairOrder} decides whose turn is next. So a long queue costs Redis nothing, and an emptied
 * Redis loses no order. While nobody waits, a new launch goes to the queue at once. Any replica may do a pass,
 * one at a time: what it does is decided by rows.
 */
@Injectable()
export class OfferWindows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Undefined until the first pass: nothing is known, so everything waits for it. */
  private views: Map<string, View> | undefined;
  private readonly size: number;
  private readonly ticker: Ticker;
  private lastPass = -Infinity;
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly turns: TurnReadModel,
    private readonly repository: LaunchRepository,
    private readonly offers: OffersGateway,
    private readonly options: LaunchOwnerOptions,
    logger: ServiceLogger,
  ) {
    this.size = options.offerWindow ?? DEFAULT_WINDOW;
    this.ticker = new Ticker({
      everyMs: POLL_MS,
      run: () => this.pass(),
      onError: (error) => logger.warn({ err: error }, 'turns could not be decided, the next pass comes'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.soon);
    await this.ticker.stop();
  }

  /**
   * Asks for a place on the queue for a new launch.
   *
   * @returns whether it may be put there once it is committed; else its turn comes, see {@link waits}
   */
  reserve({ kind, agentCluster, user }: Pick<LaunchEntity, 'kind' | 'agentCluster' | 'user'>): boolean {
    if (kind !== LaunchKind.Batch) return true;
    if (!this.views) return false;
    const view = this.views.get(agentCluster) ?? { users: new Map<string, number>(), backlog: false };
    this.views.set(agentCluster, view);
    const count = view.users.get(user) ?? 0;
    const othersOnly = count === 0 && view.users.size > 0;
    if (view.backlog || othersOnly || sum(view.users) >= this.size) {
      view.backlog = true;
      return false;
    }
    view.users.set(user, count + 1);
    return true;
  }

  /** A new launch that got no place is committed. */
  waits({ kind, agentCluster, user }: Pick<LaunchEntity, 'kind' | 'agentCluster' | 'user'>): void {
    if (kind !== LaunchKind.Batch) return;
    const users = this.views?.get(agentCluster)?.users;
    // Who has nothing on the queue gets a turn soon; others have theirs when the queue moves.
    if (!users?.has(user) || sum(users) < this.size) this.wake();
  }

  /** A launch left the queue: a node has it, or it is over. */
  left({ kind, agentCluster, user }: Pick<LaunchEntity, 'kind' | 'agentCluster' | 'user'>): void {
    const view = this.views?.get(agentCluster);
    if (kind !== LaunchKind.Batch || !view) return;
    const count = (view.users.get(user) ?? 0) - 1;
    if (count > 0) view.users.set(user, count);
    else view.users.delete(user);
    if (view.backlog) this.wake();
  }

  /** Decides turns soon. */
  private wake(): void {
    const pause = this.lastPass + SPACING_MS - performance.now();
    this.soon ??= setTimeout(() => this.ticker.wake(), Math.max(0, pause)).unref();
  }

  private async pass(): Promise<void> {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.lastPass = performance.now();
    const clusters = await this.turns.clusters();
    const views = new Map<string, View>();
    // What is reserved while the rows are read is not counted: the window may hold some more, until the next pass.
    for (const cluster of clusters) views.set(cluster, await this.arrange(cluster));
    this.views = views;
  }

  /** Puts on the queue of an agent cluster what belongs there now. @returns what is there then */
  private async arrange(cluster: string): Promise<View> {
    let view: View | undefined;
    const done = await this.turns.alone(cluster, async (on) => {
      view = await this.move(cluster, on);
    });
    // Another replica is at it: this one keeps what it believes, and looks again.
    if (!done) this.wake();
    return view ?? this.views?.get(cluster) ?? { users: new Map(), backlog: true };
  }

  private async move(cluster: string, on: Transaction): Promise<View> {
    const queued = await this.turns.queued(cluster, on);
    const waiting = await this.turns.users(cluster, on);
    if (waiting.length === 0) return { users: countUsers(queued), backlog: false };
    const held = await this.turns.held(cluster, on);
    const loads = new Map<string, UserLoad>();
    for (const { user, id, createdAt } of queued) {
      const load = loads.get(user) ?? this.load(user, held);
      loads.set(user, { ...load, waiting: [...load.waiting, { id, createdAt }] });
    }
    const size = await this.sizeOf(cluster);
    const chosen = this.first(waiting, loads, held);
    const oldest = await this.turns.oldest(cluster, chosen, perUser(size, chosen.length), on);
    for (const user of chosen) {
      const load = loads.get(user) ?? this.load(user, held);
      loads.set(user, { ...load, waiting: [...load.waiting, ...(oldest.get(user) ?? [])] });
    }
    const wanted = fairOrder([...loads.values()], size);
    const change = windowChange(queued, wanted, size);
    const back = new Set(await this.offers.takeBack(cluster, change.takeBack));
    const there = new Set(queued.map(({ id }) => id).filter((id) => !back.has(id)));
    const put = change.put.filter((id) => !there.has(id));
    if (put.length > 0) await this.restore(cluster, [...there]);
    await this.put(
      put,
      [...back].filter((id) => !put.includes(id)),
    );
    const now = [...queued.filter(({ id }) => there.has(id)), ...wanted.filter(({ id }) => put.includes(id))];
    return { users: countUsers(now), backlog: true };
  }

  /** What Redis has forgotten is put there again before anything new is, so that the order stays. */
  private async restore(cluster: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0 && (await this.offers.count(cluster)) < ids.length) await this.put(ids, []);
  }

  /** Marked before they are put: if this process dies in between, the sweep sends them. */
  private async put(ids: readonly string[], unmark: readonly string[]): Promise<void> {
    await this.repository.markSent(ids, Date.now());
    await this.repository.markUnsent(unmark);
    const rows = new Map((await this.repository.findAll(ids)).map((row) => [row.id, row]));
    const sent = ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === LaunchState.Offered);
    if (sent.length > 0 && !(await this.offers.put(sent))) await this.repository.markUnsent(ids);
  }

  /** Of many users those who can have a turn in this window at all. */
  private first(
    waiting: readonly WaitingUser[],
    queued: ReadonlyMap<string, UserLoad>,
    held: ReadonlyMap<string, number>,
  ): string[] {
    const next = waiting.map(({ user, since }) => {
      const load = queued.get(user) ?? this.load(user, held);
      return { user, since, load: (load.held + load.waiting.length + 1) / load.share };
    });
    next.sort((one, other) => one.load - other.load || one.since - other.since);
    return next.slice(0, this.size).map(({ user }) => user);
  }

  /** Large launches that no node has room for now must not hold up the small ones behind them. */
  private async sizeOf(cluster: string): Promise<number> {
    const putBack = await this.offers.putBack(cluster).catch(() => 0);
    return this.size + Math.min(putBack * MORE_PER_PUT_BACK, MORE_LIMIT);
  }

  private load(user: string, held: ReadonlyMap<string, number>): UserLoad {
    const share = Math.max(1, this.options.shareOf?.(user) ?? 1);
    return { user, held: held.get(user) ?? 0, share, waiting: [] };
  }
}

const perUser = (size: number, users: number): number =>
  Math.max(8, Math.ceil((size * 2) / Math.max(1, users)));

const sum = (users: ReadonlyMap<string, number>): number =>
  [...users.values()].reduce((total, count) => total + count, 0);

function countUsers(launches: readonly { user: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { user } of launches) counts.set(user, (counts.get(user) ?? 0) + 1);
  return counts;
}
