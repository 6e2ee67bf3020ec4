import { AsyncResource } from 'node:async_hooks';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { Batches, Transactions, isOutage, type Transaction } from '@portolan/service';
import { launchEventsQueue, type LaunchSnapshot } from '../protocol/launch-snapshot';
import { bySubject } from './by-subject';
import { LaunchHandlers, type LaunchChange } from './launch-handlers';
import { LaunchMetrics } from './launch-metrics.service';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchRepository } from './launch.repository';
import type { LaunchEntity } from './launch.entity';
import { LaunchState, endOf, isNews, stateOf } from './launch-state';
import { Launches } from './launches.service';

/** Snapshots handled at the same time by one process. */
const CONCURRENCY = 8;

/** A snapshot, and how it is written into its locked launch. */
interface Report {
  snapshot: LaunchSnapshot;
  write: (launch: LaunchEntity | null, transaction: Transaction) => Promise<Stored>;
}

/** What became of a launch by a snapshot: nothing that anybody has to be told when there is no change. */
interface Stored {
  change?: LaunchChange;
  wasRunning: boolean;
}

/** Stores what nodes report. A snapshot that can't be stored now comes again: the node keeps it until the lease says it is stored. */
@Injectable()
export class LaunchEventsGateway implements OnApplicationBootstrap {
  private readonly reports: Batches<Report, Stored>;

  constructor(
    private readonly queues: Queues,
    private readonly options: LaunchOwnerOptions,
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly launches: Launches,
    private readonly handlers: LaunchHandlers,
    private readonly metrics: LaunchMetrics,
  ) {
    const limit = options.reportsTogether ?? 1;
    this.reports = new Batches({
      work: (reports) => this.storeAll(reports),
      isolate: (error) => !isOutage(error),
      limit,
      // What comes while one transaction waits for the disk makes the next; with more at a time each has less.
      concurrency: limit > 1 ? 1 : CONCURRENCY,
    });
  }

  onApplicationBootstrap(): void {
    const queue = launchEventsQueue(this.options.owner);
    this.queues.consume(queue, (delivery) => this.store(delivery.body), CONCURRENCY);
  }

  /** Stores one snapshot if it is news, with others that are there at the same time. */
  async store(snapshot: LaunchSnapshot): Promise<void> {
    // Each is written in the context of its own delivery, whose request and trace it belongs to.
    const write = AsyncResource.bind((launch: LaunchEntity | null, transaction: Transaction) =>
      this.write(launch, snapshot, transaction),
    );
    const { change, wasRunning } = await this.reports.add({ snapshot, write });
    if (change) {
      this.metrics.note(change, wasRunning);
      this.handlers.settled(change);
    }
  }

  /** Launches are locked before their owner's rows, all of them, and those in one order: so does whoever else locks these. */
  private storeAll(reports: readonly Report[]): Promise<Stored[]> {
    const ids = [...new Set(reports.map(({ snapshot }) => snapshot.launchId))];
    return this.transactions.run(async (transaction) => {
      const locked = await this.repository.lockAll(ids, transaction);
      const launches = new Map(locked);
      const stored = new Map<Report, Stored>();
      for (const report of bySubject(reports, ({ snapshot }) => locked.get(snapshot.launchId))) {
        const { launchId } = report.snapshot;
        // The next report of the same launch reads what this one has written.
        const launch = launches.get(launchId) ?? (await this.repository.lock(launchId, transaction));
        launches.delete(launchId);
        stored.set(report, await report.write(launch, transaction));
      }
      return reports.map((report) => stored.get(report) ?? { wasRunning: false });
    });
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
    launch.state = stateOf(snapshot);
    await this.repository.save(launch, transaction);
    const change: LaunchChange = { type: 'progressed', launch };
    await this.handlers.changed(change, transaction);
    return { change, wasRunning };
  }
}
