import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';

/** A mail that is to be sent. */
export interface JobMail {
  jobId: string;
  attempts: number;
  dueAt: number;
}

/** The table of mails that are to be sent. */
@Injectable()
export class JobMailRepository {
  constructor(private readonly source: DataSource) {}

  async add(jobId: string, now: number, transaction: Transaction): Promise<void> {
    await transaction.query('INSERT IGNORE INTO job_mails (job_id, attempts, due_at) VALUES (?, 0, ?)', [
      jobId,
      now,
    ]);
  }

  async due(now: number, limit: number): Promise<JobMail[]> {
    const rows = await this.source.query<{ jobId: string; attempts: number; dueAt: number | string }[]>(
      'SELECT job_id AS jobId, attempts, due_at AS dueAt FROM job_mails WHERE due_at <= ? ORDER BY due_at LIMIT ?',
      [now, limit],
    );
    return rows.map((row) => ({ ...row, dueAt: Number(row.dueAt) }));
  }

  /** Takes a mail for one try, which nobody else makes before `next`. @returns false when somebody has it */
  async take({ jobId, attempts, dueAt }: JobMail, next: number): Promise<boolean> {
    const result = await this.source.query<{ affectedRows: number }>(
      'UPDATE job_mails SET attempts = attempts + 1, due_at = ? WHERE job_id = ? AND attempts = ? AND due_at = ?',
      [next, jobId, attempts, dueAt],
    );
    return result.affectedRows === 1;
  }

  async remove(jobId: string): Promise<void> {
    await this.source.query('DELETE FROM job_mails WHERE job_id = ?', [jobId]);
  }
}
