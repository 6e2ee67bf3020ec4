import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Metrics, type Transaction } from '@portolan/service';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import type { JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository, type JobChange, type JobMove } from '../jobs/job.repository';
import { CompletionNoticesService } from '../notices/completion-notices.service';
import { JOB_STATUS_SIGNAL } from '../jobs/job-change-listeners.service';

/** Signals a change that an array reacts to; the payload is the id of the array. */
export const ARRAY_SIGNAL = 'job-arrays';

export type WrittenEnd = Pick<JobEntity, 'id' | 'status' | 'arrayId'>;

/** Writes the ends of jobs, for every cause. */
@Injectable()
export class EndWriterService {
  private readonly finished;

  constructor(
    private readonly jobs: JobRepository,
    private readonly arrays: JobArrayRepository,
    private readonly notices: CompletionNoticesService,
    private readonly signals: Signals,
    metrics: Metrics,
  ) {
    this.finished = metrics.counter(
      'jobs_finished_total',
      'Jobs whose end this process has written, by how they ended',
      ['status'],
    );
  }

  /** Moves a locked job to a final status, with the notices about it. @returns undefined when the job had ended already */
  async write(
    job: JobEntity,
    status: JobStatus,
    change: JobChange,
    now: number,
    transaction: Transaction,
  ): Promise<WrittenEnd | undefined> {
    return (await this.writeAll([{ job, change }], status, now, transaction))[0];
  }

  /** {@link write} for several locked jobs. @returns the ends of those that had not ended already */
  async writeAll(
    moves: readonly JobMove[],
    status: JobStatus,
    now: number,
    transaction: Transaction,
  ): Promise<WrittenEnd[]> {
    const moved = await this.jobs.moveAll(moves, status, now, transaction);
    const ends: WrittenEnd[] = [];
    for (const { job } of moved) {
      if (job.request.array) await this.arrays.setState(job.id, ArrayState.Over, now, transaction);
      await this.notify(job, transaction);
      ends.push({ id: job.id, status, arrayId: job.arrayId });
    }
    return ends;
  }

  /** Must be called, after the job itself is stored, in every transaction that stores the end of a job without {@link write}. */
  async notify(job: JobEntity, transaction: Transaction): Promise<void> {
    await this.notices.ended(job, Date.now(), transaction);
  }

  /** Called after the commit: counts the end, and signals the array of an element. */
  settled({ status, arrayId }: WrittenEnd): void {
    this.finished.inc({ status });
    if (arrayId !== null) this.signalArray(arrayId);
  }

  /** Called after the commit of a change that an array reacts to: the array is opened or killed, or an element starts or ends. */
  signalArray(arrayId: string): void {
    this.signals.send(ARRAY_SIGNAL, arrayId);
  }

  /** Called after the commit of any change: signals status streams to read the job again. */
  signal(jobId: string): void {
    this.signals.send(JOB_STATUS_SIGNAL, jobId);
  }
}
