import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ACTIVE_STATUSES, type JobStatus } from '../jobs/job-status';
import { NoticeKind } from '../notices/notice.repository';
import { WaitReason } from '../transitions/job-wait.entity';

/** Unsent notices of one kind. */
export interface NoticeCount {
  kind: 'mail' | 'webhook';
  count: number;
  /** Due time of the earliest unsent notice, ms since the epoch; null when there is none. */
  dueAt: number | null;
}

type Count = string | number;

/** Counts unfinished rows for metrics, through indexes only. */
@Injectable()
export class JobCountsReadModel {
  constructor(
    private readonly source: DataSource,
    private readonly arrays: JobArrayRepository,
  ) {}

  async active(): Promise<{ status: JobStatus; count: number }[]> {
    const rows = await this.source.query<{ status: JobStatus; count: Count }[]>(
      'SELECT status, COUNT(*) AS count FROM jobs WHERE status IN (?) GROUP BY status',
      [ACTIVE_STATUSES],
    );
    const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
    return ACTIVE_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
  }

  /** Counts jobs without a launch by the reason of their wait; `array`: elements that have not been created. */
  async waiting(): Promise<{ reason: string; count: number }[]> {
    const rows = await this.source.query<{ reason: WaitReason; count: Count }[]>(
      'SELECT reason, COUNT(*) AS count FROM job_waits GROUP BY reason',
    );
    const counts = new Map(rows.map(({ reason, count }) => [reason, Number(count)]));
    const waits = Object.values(WaitReason).map((reason) => ({ reason, count: counts.get(reason) ?? 0 }));
    return [...waits, { reason: 'array', count: await this.arrays.uncreated() }];
  }

  async notices(): Promise<NoticeCount[]> {
    const count = async (kind: NoticeCount['kind'], table: NoticeKind): Promise<NoticeCount> => {
      const [row] = await this.source.query<{ count: Count; dueAt: Count | null }[]>(
        `SELECT COUNT(*) AS count, MIN(due_at) AS dueAt FROM ${table}`,
      );
      const dueAt = row?.dueAt ?? null;
      return { kind, count: Number(row?.count ?? 0), dueAt: dueAt === null ? null : Number(dueAt) };
    };
    return [await count('mail', NoticeKind.Mail), await count('webhook', NoticeKind.Webhook)];
  }
}
