import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';

/** The kinds of notices about a finished job, each with a table of its own. */
export const NoticeKind = { Mail: 'job_mails', Webhook: 'job_webhooks' } as const;
export type NoticeKind = (typeof NoticeKind)[keyof typeof NoticeKind];

export interface Notice {
  jobId: string;
  attempts: number;
  dueAt: number;
}

/** The tables of unsent notices; a sent notice is deleted. Times are ms since the epoch. */
@Injectable()
export class NoticeRepository {
  constructor(private readonly source: DataSource) {}

  async add(kind: NoticeKind, jobId: string, now: number, transaction: Transaction): Promise<void> {
    const insert = `INSERT IGNORE INTO ${kind} (job_id, attempts, due_at) VALUES (?, 0, ?)`;
    await transaction.query(insert, [jobId, now]);
  }

  async due(kind: NoticeKind, now: number, limit: number): Promise<Notice[]> {
    const rows = await this.source.query<{ jobId: string; attempts: number; dueAt: number | string }[]>(
      `SELECT job_id AS jobId, attempts, due_at AS dueAt FROM ${kind} WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
      [now, limit],
    );
    return rows.map((row) => ({ ...row, dueAt: Number(row.dueAt) }));
  }

  /** Claims a notice for one attempt until a time. @returns false when another replica holds the claim */
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
