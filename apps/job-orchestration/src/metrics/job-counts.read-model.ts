import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ACTIVE_STATUSES, type JobStatus } from '../jobs/job-status';
import { NoticeKind } from '../notices/notice.repository';

/** Notices of one kind that are to be given. */
export interface NoticeCount {
  kind: 'mail' | 'webhook';
  count: number;
  /** When the one that is most overdue should have been given, ms since the epoch; null without any. */
  dueAt: number | null;
}

interface CountRow {
  count: string | number;
}

/** What metrics count in tables: only what goes on, through indexes. */
@Injectable()
export class JobCounts {
  constructor(private readonly source: DataSource) {}

  async active(): Promise<{ status: JobStatus; count: number }[]> {
    const rows = await this.source.query<(CountRow & { status: JobStatus })[]>(
      `SELECT status, COUNT(*) AS count FROM jobs WHERE status IN (${ACTIVE_STATUSES.map(() => '?').join()})
       GROUP BY status`,
      [...ACTIVE_STATUSES],
    );
    const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
    return ACTIVE_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
  }

  async notices(): Promise<NoticeCount[]> {
    const count = async (kind: NoticeCount['kind'], table: NoticeKind): Promise<NoticeCount> => {
      const [row] = await this.source.query<(CountRow & { dueAt: string | number | null })[]>(
        `SELECT COUNT(*) AS count, MIN(due_at) AS dueAt FROM ${table}`,
      );
      const dueAt = row?.dueAt ?? null;
      return { kind, count: Number(row?.count ?? 0), dueAt: dueAt === null ? null : Number(dueAt) };
    };
    return [await count('mail', NoticeKind.Mail), await count('webhook', NoticeKind.Webhook)];
  }
}
