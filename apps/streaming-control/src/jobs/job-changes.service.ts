import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { KeyedBatches, Transactions, isOutage, type Transaction } from '@portolan/service';
import { JobChange } from './job-change';
import { JobNotices } from './job-notices.service';
import { JobRepository } from './job.repository';

/** Changes of one job that are made in one transaction at the most. */
const TOGETHER = 64;

type Work<R> = (change: JobChange) => Promise<R>;

/** Runs changes of jobs: one at a time for each job, over all replicas. */
@Injectable()
export class JobChanges {
  private readonly waiting = new KeyedBatches<string, Work<void>, void>((jobId) => ({
    work: async (works) => {
      await this.run(jobId, async (change) => {
        for (const work of works) await work(change);
      });
      return works.map(() => undefined);
    },
    isolate: (error) => !isOutage(error),
    limit: TOGETHER,
  }));

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
  async run<R>(jobId: string, work: Work<R>): Promise<R | undefined> {
    const result = await this.transactions.run((transaction) => this.within(transaction, jobId, work));
    if (result?.change.events.length) this.notices.jobChanged(jobId, result.change.leavesWork);
    return result?.value;
  }

  /** {@link run} for what many workers of a job say at the same time: together, where it would wait for the job otherwise. */
  async runTogether(jobId: string, work: Work<void>): Promise<void> {
    // Each runs in the context of its own request.
    await this.waiting.add(jobId, AsyncResource.bind(work));
  }

  /** The same inside a transaction of the caller's, who tells the replicas itself. */
  async within<R>(
    transaction: Transaction,
    jobId: string,
    work: Work<R>,
  ): Promise<{ value: R; change: JobChange } | undefined> {
    const job = await this.jobs.lock(jobId, transaction);
    if (!job) return undefined;
    const change = new JobChange(job, transaction, Date.now());
    const value = await work(change);
    if (change.events.length > 0) {
      await this.jobs.addEvents(jobId, job.sequence + 1, change.events, transaction);
      job.sequence += change.events.length;
      await this.jobs.save(job, transaction);
    }
    return { value, change };
  }
}
