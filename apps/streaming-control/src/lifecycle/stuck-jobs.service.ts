import { Injectable } from '@nestjs/common';
import { PeriodicTasks, ServiceLogger } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { StreamJobRepository } from '../jobs/job.repository';

/** The longest interval between two checks, ms. */
const LOOK_EVERY_MS = 60_000;

/** Logs each job that stays Accepted, once (V1-LIFE-14). */
@Injectable()
export class StuckJobsService {
  private reported: ReadonlySet<string> = new Set();

  constructor(
    private readonly jobs: StreamJobRepository,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
    periodic: PeriodicTasks,
  ) {
    const everyMs = Math.min(LOOK_EVERY_MS, config.JOB_ACCEPTED_WARN_MS);
    periodic.every(everyMs, 'report jobs that do not start', () => this.report());
  }

  private async report(): Promise<void> {
    const stuck = await this.jobs.acceptedBefore(Date.now() - this.config.JOB_ACCEPTED_WARN_MS);
    for (const { id: jobId, submittedAt } of stuck.filter(({ id }) => !this.reported.has(id)))
      this.logger.warn({ jobId, submittedAt }, 'job is still Accepted: not all of its workers have started');
    this.reported = new Set(stuck.map(({ id }) => id));
  }
}
