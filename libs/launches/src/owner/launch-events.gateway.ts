import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { Transactions } from '@portolan/service';
import { launchEventsQueue, type LaunchSnapshot } from '../protocol/launch-snapshot';
import { LaunchHandlers, type LaunchChange } from './launch-handlers';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchRepository } from './launch.repository';
import { LaunchState, endOf, isNews, stateOf } from './launch-state';
import { Launches } from './launches.service';

/** Snapshots handled at the same time by one process. */
const CONCURRENCY = 8;

/** Stores what nodes report. A snapshot that can't be stored now comes again: the node keeps it until the lease says it is stored. */
@Injectable()
export class LaunchEventsGateway implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly options: LaunchOwnerOptions,
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly launches: Launches,
    private readonly handlers: LaunchHandlers,
  ) {}

  onApplicationBootstrap(): void {
    const queue = launchEventsQueue(this.options.owner);
    this.queues.consume(queue, (delivery) => this.store(delivery.body), CONCURRENCY);
  }

  /** Stores one snapshot if it is news. */
  async store(snapshot: LaunchSnapshot): Promise<void> {
    const change = await this.transactions.run(async (transaction): Promise<LaunchChange | undefined> => {
      const launch = await this.repository.lock(snapshot.launchId, transaction);
      if (!launch || !isNews(launch, snapshot)) return undefined;
      launch.sequence = snapshot.sequence;
      launch.snapshot = snapshot;
      if (launch.state === LaunchState.Ended) {
        await this.repository.save(launch, transaction);
        await this.handlers.archived(launch, transaction);
        return undefined;
      }
      const end = endOf(snapshot);
      if (end) {
        const ended = await this.launches.end(launch, end, transaction);
        if (snapshot.archive != null) await this.handlers.archived(launch, transaction);
        return ended;
      }
      launch.state = stateOf(snapshot);
      await this.repository.save(launch, transaction);
      const progressed: LaunchChange = { type: 'progressed', launch };
      await this.handlers.changed(progressed, transaction);
      return progressed;
    });
    if (change) this.handlers.settled(change);
  }
}
