import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import { JobStatus, isFinished } from '../job-status';

const FINISHED = Object.values(JobStatus).filter(isFinished);

/** Which jobs are settled: over, so that nothing that searches look at changes any more. */
@Injectable()
export class JobSettlement {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Gives finished jobs a batch. The row of the settlement is locked until the commit, so a batch is seen whole, and after
   * all batches before it.
   *
   * @returns how many jobs were settled
   */
  async settle(limit: number): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const [row] = await transaction.query<{ batch: string | number }[]>(
        'SELECT batch FROM job_settlement WHERE id = 1 FOR UPDATE',
      );
      const batch = Number(row?.batch) + 1;
      const marks = FINISHED.map(() => '?').join(', ');
      const { affectedRows } = await transaction.query<{ affectedRows: number }>(
        `UPDATE jobs SET settled_in = ? WHERE settled_in IS NULL AND status IN (${marks}) LIMIT ?`,
        [batch, ...FINISHED, limit],
      );
      if (affectedRows > 0) {
        await transaction.query('UPDATE job_settlement SET batch = ? WHERE id = 1', [batch]);
      }
      return affectedRows;
    });
  }

  /** To be called in every transaction that removes jobs: totals that are known count no more. */
  async jobsRemoved(transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE job_settlement SET removals = removals + 1 WHERE id = 1');
  }
}
