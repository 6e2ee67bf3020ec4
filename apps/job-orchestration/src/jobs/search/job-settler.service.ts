import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import { JobSettlement } from './job-settlement.repository';

/** Jobs that are settled at once. */
const BATCH = 2000;

/** Settles jobs that are over, so that totals of searches need not count them each time. */
@Injectable()
export class JobSettler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;

  constructor(settlement: JobSettlement, config: JobOrchestrationConfig, logger: ServiceLogger) {
    this.ticker = new Ticker({
      everyMs: config.JOB_SETTLE_MS,
      run: async () => {
        if ((await settlement.settle(BATCH)) === BATCH) this.ticker.wake();
      },
      onError: (error) =>
        logger.warn({ err: error }, 'finished jobs could not be settled, the next pass will'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.ticker.stop();
  }
}
