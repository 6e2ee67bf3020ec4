import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import { JobStatus, isFinished } from '../jobs/job-status';

const FINISHED = Object.values(JobStatus).filter(isFinished);

/** Records which jobs are settled: finished, so that no field that searches read changes any more. */
@Injectable()
export class JobSettlementRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Assigns finished jobs to a batch. The row of the settlement is locked until the commit, so a batch becomes visible as a
   * whole, and after all earlier batches.
   * @returns the number of settled jobs
   */
  async settle(limit: number): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const [row] = await transaction.query<{ batch: string | number }[]>(
        'SELECT batch FROM job_settlement WHERE id = 1 FOR UPDATE',
      );
      const batch = Number(row?.batch) + 1;
      const { affectedRows } = await transaction.query<{ affectedRows: number }>(
        'UPDATE jobs SET settled_in = ? WHERE settled_in IS NULL AND status IN (?) LIMIT ?',
        [batch, FINISHED, limit],
      );
      if (affectedRows > 0) {
        await transaction.query('UPDATE job_settlement SET batch = ? WHERE id = 1', [batch]);
      }
      return affectedRows;
    });
  }

  /** Must be called in every transaction that removes jobs: it invalidates the known totals. */
  async jobsRemoved(transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE job_settlement SET removals = removals + 1 WHERE id = 1');
  }
}
