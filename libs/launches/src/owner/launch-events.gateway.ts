import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { QueueHandlers } from '@portolan/messaging';
import { Transactions, type Transaction } from '@portolan/service';
import type { LaunchSnapshot } from '../protocol/launch-snapshot';
import { LaunchState, STATE_OF_PHASE, endOf, isNews, moveLaunch } from '../protocol/launch-state';
import { launchEventsQueue } from '../protocol/queues';
import { LaunchBatches } from './launch-batches';
import { LaunchHandlers, LaunchOwnerOptions, type LaunchChange } from './launch-handlers';
import { LaunchMetricsService } from './launch-metrics.service';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { endLaunch } from './launches.service';

/** Snapshots handled concurrently by one process. */
const CONCURRENCY = 8;

/** A snapshot, and a function that runs work in the context of its delivery, to keep the request id and trace. */
interface Report {
  snapshot: LaunchSnapshot;
  within: <T>(work: () => T) => T;
}

/** The effect of a snapshot on a launch; without a change nobody is notified. */
interface Stored {
  change?: LaunchChange;
  wasRunning: boolean;
}

/** A snapshot that was applied to its locked launch and is to be written. */
interface News extends Stored {
  launch: LaunchEntity;
  /** Whether the owner stores the result of the archive. */
  isArchived: boolean;
}

/** Stores the reports of nodes. A snapshot that fails to be stored is sent again: the node keeps it until the lease confirms it. */
@Injectable()
export class LaunchEventsGateway {
  private readonly reports: LaunchBatches<Report, Stored>;

  constructor(
    private readonly repository: LaunchRepository,
    transactions: Transactions,
    private readonly handlers: LaunchHandlers,
    private readonly metrics: LaunchMetricsService,
    queueHandlers: QueueHandlers,
    { owner, reportsTogether }: LaunchOwnerOptions,
  ) {
    queueHandlers.handle(launchEventsQueue(owner), ({ body }) => this.store(body), {
      concurrency: CONCURRENCY,
    });
    this.reports = new LaunchBatches(repository, transactions, {
      idOf: ({ snapshot }) => snapshot.launchId,
      work: (reports, launches, transaction) => this.storeAll(reports, launches, transaction),
      together: reportsTogether,
      concurrency: CONCURRENCY,
    });
  }

  /** Stores one snapshot unless it is stale, together with concurrent ones. */
  async store(snapshot: LaunchSnapshot): Promise<void> {
    const within = AsyncResource.bind(<T>(work: () => T): T => work());
    const { change, wasRunning } = await this.reports.add({ snapshot, within });
    if (!change) return;
    this.metrics.note(change, wasRunning);
    this.handlers.settled(change);
  }

  private async storeAll(
    reports: readonly Report[],
    locked: ReadonlyMap<string, LaunchEntity>,
    transaction: Transaction,
  ): Promise<Map<Report, Stored>> {
    const stored = new Map<Report, Stored>();
    for (let left = reports, launches = locked; left.length > 0;) {
      // The next report of a launch reads the effect of this one.
      const ids = left.map(({ snapshot }) => snapshot.launchId);
      const first = left.filter(({ snapshot }, index) => ids.indexOf(snapshot.launchId) === index);
      const news = new Map(first.map((report) => [report, applied(report.snapshot, launches)]));
      const fresh = [...news.values()].flatMap((one) => one ?? []);
      if (fresh.length > 0) await first[0]?.within(() => this.write(fresh, transaction));
      for (const [report, one] of news) stored.set(report, one ?? { wasRunning: false });
      left = left.filter((report) => !stored.has(report));
      if (left.length > 0) launches = await this.repository.lockAll(ids, transaction);
    }
    const changes = [...stored.values()].flatMap(({ change }) => change ?? []);
    if (changes.length > 0) await this.handlers.concluded(changes, transaction);
    return stored;
  }

  private async write(news: readonly News[], transaction: Transaction): Promise<void> {
    await this.repository.saveAll(
      news.map(({ launch }) => launch),
      transaction,
    );
    const changes = news.flatMap(({ change }) => change ?? []);
    if (changes.length > 0) await this.handlers.changed(changes, transaction);
    const archived = news.filter(({ isArchived }) => isArchived).map(({ launch }) => launch);
    if (archived.length > 0) await this.handlers.archived(archived, transaction);
  }
}

/** Applies a snapshot to its locked launch. @returns undefined for a stale one */
function applied(snapshot: LaunchSnapshot, launches: ReadonlyMap<string, LaunchEntity>): News | undefined {
  const launch = launches.get(snapshot.launchId);
  if (!launch || !isNews(launch, snapshot)) return undefined;
  const wasRunning = launch.snapshot?.startedAt !== undefined;
  launch.sequence = snapshot.sequence;
  launch.snapshot = snapshot;
  if (launch.state === LaunchState.Ended) return { launch, wasRunning, isArchived: true };
  const end = endOf(snapshot);
  if (end) {
    const change = endLaunch(launch, end);
    return { launch, wasRunning, change, isArchived: snapshot.archive != null };
  }
  moveLaunch(launch, STATE_OF_PHASE[snapshot.phase]);
  return { launch, wasRunning, change: { type: 'progressed', launch }, isArchived: false };
}
