import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import { JobChange } from './job-change';
import { JobNotices } from './job-notices.service';
import { JobRepository } from './job.repository';

/** Runs changes of jobs: one at a time for each job, over all replicas. */
@Injectable()
export class JobChanges {
  constructor(
    private readonly jobs: JobRepository,
    private readonly transactions: Transactions,
    private readonly notices: JobNotices,
  ) {}

  /**
   * Locks the job, lets `work` change it, stores its events and tells all replicas after the commit.
   * `work` may be run again after a deadlock, so it does nothing but database work.
   *
   * @returns undefined when there is no such job
   */
  async run<R>(jobId: string, work: (change: JobChange) => Promise<R>): Promise<R | undefined> {
    const result = await this.transactions.run((transaction) => this.within(transaction, jobId, work));
    if (result?.noted) this.notices.jobChanged(jobId);
    return result?.value;
  }

  /** The same inside a transaction of the caller's, who tells the replicas itself. */
  async within<R>(
    transaction: Transaction,
    jobId: string,
    work: (change: JobChange) => Promise<R>,
  ): Promise<{ value: R; noted: boolean } | undefined> {
    const job = await this.jobs.lock(jobId, transaction);
    if (!job) return undefined;
    const change = new JobChange(job, transaction, Date.now());
    const value = await work(change);
    const noted = change.events.length > 0;
    if (noted) {
      await this.jobs.addEvents(jobId, job.sequence + 1, change.events, transaction);
      job.sequence += change.events.length;
      await this.jobs.save(job, transaction);
    }
    return { value, noted };
  }
}
