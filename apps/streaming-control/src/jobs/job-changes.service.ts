import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { KeyedBatches, Transactions, isOutage, type Transaction } from '@portolan/service';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { JobChange } from './job-change';
import { StreamJobRepository } from './job.repository';

/** Maximum number of changes of one job in one transaction. */
const TOGETHER = 64;

type Work<R> = (change: JobChange) => Promise<R>;

/** Changes jobs, one change at a time for each job, over all replicas. */
@Injectable()
export class JobChangesService {
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
    private readonly jobs: StreamJobRepository,
    private readonly transactions: Transactions,
    private readonly signals: StreamSignalsService,
  ) {}

  /**
   * Locks the job, lets `work` change it, stores its events and signals all replicas after the commit; undefined without
   * such a job. `work` does database work only: deadlocks repeat it.
   */
  async run<R>(jobId: string, work: Work<R>): Promise<R | undefined> {
    const result = await this.transactions.run((transaction) => this.within(transaction, jobId, work));
    if (result?.change.events.length) this.signals.jobChanged(jobId, result.change.leavesWork);
    return result?.value;
  }

  /** Runs a change like {@link run}; changes that wait for the same job share one transaction. */
  async runTogether(jobId: string, work: Work<void>): Promise<void> {
    // Each change keeps the context of its own request.
    await this.waiting.add(jobId, AsyncResource.bind(work));
  }

  /** Runs a change inside a transaction of the caller, who signals the replicas after the commit. */
  async within<R>(transaction: Transaction, jobId: string, work: Work<R>) {
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
