import { Injectable } from '@nestjs/common';
import { QueueHandlers, Queues } from '@portolan/messaging';
import { PeriodicTasks } from '@portolan/service';
import { Collections } from '../collections/collections';
import { HistoryConfig } from '../config/history-config';
import { Sources } from '../sources/sources';
import { startJitter } from './back-off';
import { crawlQueue } from './crawl.queue';
import { CrawlService } from './crawl.service';

/** Longest pause between checks of the schedules, ms: Redis may have lost them. */
const CHECK_MS = 10_000;

/** One BullMQ schedule per collection, over all replicas; each trigger is taken by one of them, so a crawl runs once (V2-CRAWL-1). */
@Injectable()
export class CrawlSchedulerService {
  private allScheduled = false;

  constructor(
    private readonly config: HistoryConfig,
    private readonly queues: Queues,
    private readonly collections: Collections,
    private readonly sources: Sources,
    private readonly crawls: CrawlService,
    handlers: QueueHandlers,
    periodic: PeriodicTasks,
  ) {
    const { CRAWL_CONCURRENCY: concurrency, CRAWL_INTERVAL_MS } = config;
    handlers.handle(crawlQueue, ({ body }) => this.carryOut(body.collection), { concurrency });
    periodic.every(Math.min(CHECK_MS, CRAWL_INTERVAL_MS), 'schedule crawls', () => this.schedule());
  }

  /** A trigger outlives the setting that created it: obsolete triggers are removed here. */
  private async carryOut(name: string): Promise<void> {
    const collection = this.collections.crawled.find((one) => one.name === name);
    if (collection && this.sources.intervalOf(collection) !== undefined) await this.crawls.crawl(name);
    else await this.queues.unschedule(crawlQueue, scheduleId(name));
  }

  /** Creates the missing schedules; at start all of them, because intervals may have changed. */
  private async schedule(): Promise<void> {
    const known = this.allScheduled ? await this.queues.schedules(crawlQueue) : [];
    const there = new Set(known.map(({ id }) => id));
    for (const collection of this.collections.crawled) {
      const id = scheduleId(collection.name);
      const everyMs = this.sources.intervalOf(collection);
      if (there.has(id) || everyMs === undefined || !this.sources.offer(collection)) continue;
      const firstInMs = startJitter(Math.min(this.config.CRAWL_JITTER_MS, everyMs), Math.random());
      await this.queues.schedule(crawlQueue, { id, everyMs, firstInMs }, { collection: collection.name });
    }
    this.allScheduled = true;
  }
}

const scheduleId = (collection: string): string => `crawl.${collection.replace('/', '.')}`;
