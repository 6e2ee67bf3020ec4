import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { JobRepository } from '../jobs/job.repository';

/** No later than so long after its time a job is told of, ms. */
const LOOK_EVERY_MS = 60_000;

/** Tells the operator, once, of each job that does not come to run (reference: streams §4.7). It is left as it is. */
@Injectable()
export class StuckJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private told: ReadonlySet<string> = new Set();

  constructor(
    private readonly jobs: JobRepository,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: Math.min(LOOK_EVERY_MS, config.JOB_ACCEPTED_WARN_MS),
      run: () => this.tell(),
      onError: (error) => logger.warn({ err: error }, 'no look at jobs that wait, the next one comes'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.ticker.stop();
  }

  private async tell(): Promise<void> {
    const stuck = await this.jobs.acceptedBefore(Date.now() - this.config.JOB_ACCEPTED_WARN_MS);
    for (const { id, submittedAt } of stuck.filter((job) => !this.told.has(job.id))) {
      this.logger.warn(
        { jobId: id, submittedAt },
        'job is still Accepted: not all of its workers have started',
      );
    }
    this.told = new Set(stuck.map((job) => job.id));
  }
}
