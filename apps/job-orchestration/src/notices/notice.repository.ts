import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';

/** What is told when a job is over, each kind from a table of its own. */
export const NoticeKind = { Mail: 'job_mails', Webhook: 'job_webhooks' } as const;
export type NoticeKind = (typeof NoticeKind)[keyof typeof NoticeKind];

/** A notice that is to be given. */
export interface Notice {
  jobId: string;
  attempts: number;
  dueAt: number;
}

/** The tables of notices that are to be given; a row goes when its notice was given. Times are ms since the epoch. */
@Injectable()
export class NoticeRepository {
  constructor(private readonly source: DataSource) {}

  async add(kind: NoticeKind, jobId: string, now: number, transaction: Transaction): Promise<void> {
    await transaction.query(`INSERT IGNORE INTO ${kind} (job_id, attempts, due_at) VALUES (?, 0, ?)`, [
      jobId,
      now,
    ]);
  }

  async due(kind: NoticeKind, now: number, limit: number): Promise<Notice[]> {
    const rows = await this.source.query<{ jobId: string; attempts: number; dueAt: number | string }[]>(
      `SELECT job_id AS jobId, attempts, due_at AS dueAt FROM ${kind} WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
      [now, limit],
    );
    return rows.map((row) => ({ ...row, dueAt: Number(row.dueAt) }));
  }

  /** Takes a notice for one try, which nobody else makes before `until`. @returns false when somebody has it */
  async take(kind: NoticeKind, { jobId, attempts, dueAt }: Notice, until: number): Promise<boolean> {
    const result = await this.source.query<{ affectedRows: number }>(
      `UPDATE ${kind} SET attempts = attempts + 1, due_at = ? WHERE job_id = ? AND attempts = ? AND due_at = ?`,
      [until, jobId, attempts, dueAt],
    );
    return result.affectedRows === 1;
  }

  async postpone(kind: NoticeKind, jobId: string, until: number): Promise<void> {
    await this.source.query(`UPDATE ${kind} SET due_at = ? WHERE job_id = ?`, [until, jobId]);
  }

  async remove(kind: NoticeKind, jobId: string): Promise<void> {
    await this.source.query(`DELETE FROM ${kind} WHERE job_id = ?`, [jobId]);
  }
}
