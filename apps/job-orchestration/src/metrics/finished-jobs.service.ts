import { Injectable } from '@nestjs/common';
import type { LaunchChange } from '@portolan/launches';
import { Metrics } from '@portolan/service';
import type { JobStatus } from '../jobs/job-status';

/** Counts the jobs whose end this process has written: noted in the transaction, counted after its commit. */
@Injectable()
export class FinishedJobs {
  private readonly counter;
  /** A transaction that is tried again has a change of its own, so what was rolled back is forgotten. */
  private readonly noted = new WeakMap<LaunchChange, JobStatus>();

  constructor(metrics: Metrics) {
    this.counter = metrics.counter(
      'jobs_finished_total',
      'Jobs whose end this process has written, by how they ended',
      ['status'],
    );
  }

  note(change: LaunchChange, status: JobStatus): void {
    this.noted.set(change, status);
  }

  committed(change: LaunchChange): void {
    const status = this.noted.get(change);
    if (status !== undefined) this.counter.inc({ status });
  }
}
