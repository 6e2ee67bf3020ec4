import { Injectable } from '@nestjs/common';
import { selectRows, type Transaction } from '@portolan/service';
import { DataSource, In, LessThanOrEqual } from 'typeorm';
import { JobWaitEntity, type WaitReason } from './job-wait.entity';

/** Identifies a row of {@link JobWaitEntity}. */
export type JobWait = Pick<JobWaitEntity, 'seq' | 'jobId'>;

/** The table of jobs that wait without a launch. */
@Injectable()
export class JobWaitRepository {
  constructor(private readonly source: DataSource) {}

  async add(
    jobId: string,
    reason: WaitReason,
    dueAt: number | null,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query('INSERT INTO job_waits (job_id, reason, due_at) VALUES (?, ?, ?)', [
      jobId,
      reason,
      dueAt,
    ]);
  }

  async find(jobId: string, on: Transaction = this.source.manager): Promise<JobWaitEntity | null> {
    return on.findOneBy(JobWaitEntity, { jobId });
  }

  /**
   * Locks those rows that still exist, in the order of `seq`. Locks by the primary key alone, because an index would add further
   * locks.
   */
  async lockAll(seqs: readonly number[], transaction: Transaction): Promise<JobWaitEntity[]> {
    const locked = 'WHERE seq IN (?) ORDER BY seq FOR UPDATE';
    return seqs.length === 0 ? [] : selectRows(transaction, JobWaitEntity, locked, [seqs]);
  }

  async remove(seqs: readonly number[], transaction: Transaction): Promise<void> {
    if (seqs.length > 0) await transaction.delete(JobWaitEntity, { seq: In([...seqs]) });
  }

  /** Returns the jobs that are due, oldest first. @param now ms since the epoch */
  async due(reason: WaitReason, now: number, limit: number): Promise<JobWaitEntity[]> {
    return this.source.manager.find(JobWaitEntity, {
      where: { reason, dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
      take: limit,
    });
  }

  async setDue(seq: number, dueAt: number | null): Promise<void> {
    await this.source.manager.update(JobWaitEntity, { seq }, { dueAt });
  }
}
