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
import { LaunchesService } from './launches.service';

/** Snapshots handled concurrently by one process. */
const CONCURRENCY = 8;

/** A snapshot, and the function that applies it to its locked launch. */
interface Report {
  snapshot: LaunchSnapshot;
  write: (launch: LaunchEntity | null, transaction: Transaction) => Promise<Stored>;
}

/** The effect of a snapshot on a launch; without a change nobody is notified. */
interface Stored {
  change?: LaunchChange;
  wasRunning: boolean;
}

/** Stores the reports of nodes. A snapshot that fails to be stored is sent again: the node keeps it until the lease confirms it. */
@Injectable()
export class LaunchEventsGateway {
  private readonly reports: LaunchBatches<Report, Stored>;

  constructor(
    private readonly repository: LaunchRepository,
    transactions: Transactions,
    private readonly launches: LaunchesService,
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
    // Each snapshot is applied in the context of its own delivery, to keep its request id and trace.
    const write = AsyncResource.bind((launch: LaunchEntity | null, transaction: Transaction) =>
      this.write(launch, snapshot, transaction),
    );
    const { change, wasRunning } = await this.reports.add({ snapshot, write });
    if (!change) return;
    this.metrics.note(change, wasRunning);
    this.handlers.settled(change);
  }

  private async storeAll(
    reports: readonly Report[],
    locked: ReadonlyMap<string, LaunchEntity>,
    transaction: Transaction,
  ): Promise<Map<Report, Stored>> {
    const launches = new Map(locked);
    const stored = new Map<Report, Stored>();
    for (const report of reports) {
      const { launchId } = report.snapshot;
      // The next report of the same launch reads the effect of this one.
      const launch = launches.get(launchId) ?? (await this.repository.lock(launchId, transaction));
      launches.delete(launchId);
      stored.set(report, await report.write(launch, transaction));
    }
    const changes = [...stored.values()].flatMap(({ change }) => change ?? []);
    if (changes.length > 0) await this.handlers.concluded(changes, transaction);
    return stored;
  }

  private async write(
    launch: LaunchEntity | null,
    snapshot: LaunchSnapshot,
    transaction: Transaction,
  ): Promise<Stored> {
    if (!launch || !isNews(launch, snapshot)) return { wasRunning: false };
    const wasRunning = launch.snapshot?.startedAt !== undefined;
    launch.sequence = snapshot.sequence;
    launch.snapshot = snapshot;
    if (launch.state === LaunchState.Ended) {
      await this.repository.save(launch, transaction);
      await this.handlers.archived(launch, transaction);
      return { wasRunning };
    }
    const end = endOf(snapshot);
    if (end) {
      const change = await this.launches.end(launch, end, transaction);
      if (snapshot.archive != null) await this.handlers.archived(launch, transaction);
      return { change, wasRunning };
    }
    moveLaunch(launch, STATE_OF_PHASE[snapshot.phase]);
    await this.repository.save(launch, transaction);
    const change: LaunchChange = { type: 'progressed', launch };
    await this.handlers.changed(change, transaction);
    return { change, wasRunning };
  }
}
