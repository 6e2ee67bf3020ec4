import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';

const JOBS = 'streams.jobs';
const WORK = 'streams.work';
const SUBMITS = 'streams.submits';
const CRON = 'streams.clusters';

/** Signals between replicas that a job or cluster changed. Signals may be lost, so every receiver also polls. */
@Injectable()
export class StreamSignalsService {
  /** The ids of changed jobs. */
  readonly changedJobs = this.signals.on(JOBS);
  /** The ids of jobs that a controller has to act on. */
  readonly jobsWithWork = this.signals.on(WORK);
  /** The names of clusters with a new job. */
  readonly submits = this.signals.on(SUBMITS);
  /** The names of clusters whose cron spec in force changed. */
  readonly changedCron = this.signals.on(CRON);

  constructor(private readonly signals: Signals) {}

  /** @param leavesWork whether a controller has to act on the change */
  jobChanged(jobId: string, leavesWork: boolean): void {
    this.signals.send(JOBS, jobId);
    if (leavesWork) this.signals.send(WORK, jobId);
  }

  jobSubmitted(cluster: string, jobId: string): void {
    this.signals.send(SUBMITS, cluster);
    this.jobChanged(jobId, true);
  }

  cronChanged(name: string): void {
    this.signals.send(CRON, name);
  }
}
