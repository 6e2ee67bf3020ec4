import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { RetentionRepository } from './retention.repository';

/** Jobs that one look finds; there are as many looks as it takes. */
const BATCH = 200;

/** Removes what nobody will ask for any more (reference: streams §4.7). Any number of replicas may do it. */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;

  constructor(
    private readonly rows: RetentionRepository,
    private readonly config: StreamingConfig,
    logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.RETENTION_TICK_MS,
      run: () => this.pass(),
      onError: (error) => logger.warn({ err: error }, 'retention pass failed, the next one comes'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.ticker.stop();
  }

  private async pass(): Promise<void> {
    const before = Date.now() - this.config.JOB_RETENTION_MS;
    await everyBatch(
      () => this.rows.jobsEndedBefore(before, BATCH),
      (id) => this.rows.removeJob(id),
    );
    await everyBatch(
      () => this.rows.jobsWithOldEvents(this.config.JOB_EVENTS_KEPT, BATCH),
      ({ id, upTo }) => this.rows.removeEvents(id, upTo),
    );
    const { ARCHIVED_WORKERS_KEPT: workers, RESUBMIT_WINDOW_MS: windowMs } = this.config;
    const replacedBefore = Date.now() - windowMs;
    for (const { id, upTo } of await this.rows.jobsWithOldWorkers(workers, replacedBefore, BATCH)) {
      await this.rows.removeArchivedWorkers(id, upTo);
    }
    await this.rows.removeOrphanedLaunches(before);
  }
}

async function everyBatch<T>(find: () => Promise<T[]>, remove: (row: T) => Promise<void>): Promise<void> {
  for (let found = await find(); found.length > 0; found = found.length < BATCH ? [] : await find()) {
    for (const row of found) await remove(row);
  }
}
