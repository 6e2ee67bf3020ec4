import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker, Transactions } from '@portolan/service';
import { JobFilesRemoval } from '../../archive/job-files-removal.service';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import { RegistryRepository } from '../../registry/registry.repository';
import { APPLICATION, CLUSTER, COMMAND } from '../../registry/resource-kind';
import { JobRetentionRepository, type OldJob } from './job-retention.repository';

/** Jobs that are removed at once. */
const BATCH = 200;
/** Jobs whose files are removed at the same time. */
const PARALLEL = 8;

/**
 * Forgets jobs whose time is over, with their archives and attachments (reference: jobs §11). Several processes may do it
 * at once: what is gone already is no error.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private stopping = false;

  constructor(
    private readonly jobs: JobRetentionRepository,
    private readonly files: JobFilesRemoval,
    private readonly registry: RegistryRepository,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.JOB_RETENTION_TICK_MS,
      run: () => this.pass(Date.now()),
      onError: (error) => logger.warn({ err: error }, 'what is old could not be removed, the next pass will'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.ticker.stop();
  }

  private async pass(now: number): Promise<void> {
    const { JOB_RETENTION_MS, REGISTRY_RETENTION_MS } = this.config;
    if (JOB_RETENTION_MS > 0) await this.removeJobs(now - JOB_RETENTION_MS);
    if (REGISTRY_RETENTION_MS > 0) await this.removeIdle(now - REGISTRY_RETENTION_MS);
  }

  private async removeJobs(before: number): Promise<void> {
    let more = true;
    while (more && !this.stopping) {
      const old = await this.jobs.endedBefore(before, BATCH);
      const bare = await this.withoutFiles(old);
      if (bare.length > 0) await this.jobs.remove(bare);
      // A batch whose files stay would only be found again.
      more = old.length === BATCH && bare.length === BATCH;
    }
  }

  /** Removes the files of jobs. @returns the jobs that have none any more; the others are tried again by the next pass */
  private async withoutFiles(jobs: readonly OldJob[]): Promise<OldJob[]> {
    const queue = [...jobs];
    const done: OldJob[] = [];
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (let job = queue.shift(); job; job = queue.shift()) {
          try {
            await this.files.remove(job);
            done.push(job);
          } catch (error) {
            this.logger.warn({ err: error, jobId: job.id }, 'files of an old job could not be removed');
          }
        }
      }),
    );
    return done;
  }

  /** Commands first: what only they needed is idle then too. */
  private async removeIdle(before: number): Promise<void> {
    for (const kind of [COMMAND, CLUSTER, APPLICATION]) {
      await this.transactions.run((transaction) => this.registry.removeIdle(kind, before, transaction));
    }
  }
}
