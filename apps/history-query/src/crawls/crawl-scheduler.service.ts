import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import { Collections } from '../collections/collections';
import { HistoryConfig } from '../history-config';
import { Sources } from '../sources/sources';
import { startJitter } from './back-off';
import { crawlQueue } from './crawl.queue';
import { CrawlService } from './crawl.service';

/** How often the triggers are looked after at the least, ms: Redis may have been emptied. */
const CHECK_MS = 10_000;

/** One BullMQ trigger a collection, over all replicas; each replica carries out what is triggered. */
@Injectable()
export class CrawlScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private announced = false;

  constructor(
    private readonly config: HistoryConfig,
    private readonly queues: Queues,
    private readonly collections: Collections,
    private readonly sources: Sources,
    private readonly crawls: CrawlService,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: Math.min(CHECK_MS, config.CRAWL_INTERVAL_MS),
      run: () => this.schedule(),
      onError: (error) => this.logger.warn({ err: error }, 'crawls could not be scheduled'),
    });
  }

  onApplicationBootstrap(): void {
    this.queues.consume(
      crawlQueue,
      ({ body }) => this.carryOut(body.collection),
      this.config.CRAWL_CONCURRENCY,
    );
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.ticker.stop();
  }

  /** A trigger outlives the setting that it was made for; one that nobody wants any more ends here. */
  private async carryOut(name: string): Promise<void> {
    const collection = this.collections.crawled.find((one) => one.name === name);
    if (collection && this.sources.intervalOf(collection) !== undefined) await this.crawls.crawl(name);
    else await this.queues.unschedule(crawlQueue, scheduleId(name));
  }

  /** Makes the triggers that are missing; at start all of them, for the interval may be another one. */
  private async schedule(): Promise<void> {
    const known = this.announced ? await this.queues.schedules(crawlQueue) : [];
    const there = new Set(known.map(({ id }) => id));
    for (const collection of this.collections.crawled) {
      const id = scheduleId(collection.name);
      const everyMs = this.sources.intervalOf(collection);
      if (there.has(id) || everyMs === undefined || !this.sources.offer(collection)) continue;
      const firstInMs = startJitter(Math.min(this.config.CRAWL_JITTER_MS, everyMs), Math.random());
      await this.queues.schedule(crawlQueue, { id, everyMs, firstInMs }, { collection: collection.name });
    }
    this.announced = true;
  }
}

const scheduleId = (collection: string): string => `crawl.${collection.replace('/', '.')}`;
