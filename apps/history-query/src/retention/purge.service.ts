import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { HistoryConfig } from '../history-config';
import { purgeQueue } from './purge.queue';
import { PurgeRepository } from './purge.repository';
import { readRetentionRule, retentionOf, type RetentionRule } from './retention-policy';

const SCHEDULE = 'purge';

/** How often the trigger is looked after at the least, ms: Redis may have been emptied. */
const CHECK_MS = 60_000;

/** Deletes what `RETENTION` does not keep, every `PURGE_INTERVAL_MS`, once over all replicas. */
@Injectable()
export class PurgeService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rules: readonly RetentionRule[];
  private readonly ticker: Ticker;
  private stopping = false;

  constructor(
    private readonly config: HistoryConfig,
    private readonly queues: Queues,
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly purges: PurgeRepository,
    private readonly logger: ServiceLogger,
  ) {
    this.rules = config.RETENTION.map(readRetentionRule).filter((rule) => rule !== undefined);
    this.ticker = new Ticker({
      everyMs: Math.min(CHECK_MS, config.PURGE_INTERVAL_MS),
      run: () => this.schedule(),
      onError: (error) => this.logger.warn({ err: error }, 'purges could not be scheduled'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.rules.length === 0) return;
    this.queues.consume(purgeQueue, () => this.purge());
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.ticker.stop();
  }

  /** Deletes what need not be kept, of every collection. */
  async purge(): Promise<void> {
    for (const { name } of this.collections.all) {
      const policy = retentionOf(name, this.rules);
      if (policy.keep === 'all') continue;
      const number = await this.states.numberOf(name);
      let purged = 0;
      for (let some = 1; some > 0 && !this.stopping; purged += some) {
        some = await this.purges.purgeSome(number, policy, Date.now());
      }
      if (purged > 0) this.logger.info({ collection: name, purged }, 'past revisions deleted');
    }
  }

  private async schedule(): Promise<void> {
    if ((await this.queues.schedules(purgeQueue)).some(({ id }) => id === SCHEDULE)) return;
    await this.queues.schedule(purgeQueue, { id: SCHEDULE, everyMs: this.config.PURGE_INTERVAL_MS }, {});
  }
}
