import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NO_ARRAY } from '../jobs/job.entity';
import { JobStatus } from '../jobs/job-status';
import { BUCKETS_PER_DOUBLING, type WaitBucket } from './waits';

export const HOUR_MS = 3_600_000;

/** Jobs that ended in an hour; hours are counted from the epoch. */
export interface EndedInHour {
  hour: number;
  status: JobStatus;
  count: number;
}

/** Jobs that started in an hour, by the logarithm of their wait. */
export type StartedInHour = WaitBucket & { hour: number };

type Numbers<T> = { [K in keyof T]: T[K] extends number ? string | number : T[K] };

/** Counts jobs by hour; needs indexes only. Jobs that are elements of arrays do not count. */
@Injectable()
export class JobStatisticsReadModel {
  constructor(private readonly source: DataSource) {}

  /**
   * Counts the jobs that ended from one hour to another, both included. A job whose selection failed has no end; it counts when it
   * was stored. The index of ends contains what both parts read.
   */
  async ended(first: number, last: number): Promise<EndedInHour[]> {
    const rows = await this.source.query<Numbers<EndedInHour>[]>(
      `SELECT finished DIV ${HOUR_MS} AS hour, status, COUNT(*) AS count FROM jobs
       WHERE array_id = ? AND finished >= ? AND finished < ? GROUP BY hour, status
       UNION ALL
       SELECT updated DIV ${HOUR_MS} AS hour, status, COUNT(*) AS count FROM jobs
       WHERE array_id = ? AND finished IS NULL AND updated >= ? AND updated < ? AND status = ? GROUP BY hour`,
      [NO_ARRAY, ...range(first, last), NO_ARRAY, ...range(first, last), JobStatus.Failed],
    );
    return rows.map(({ hour, status, count }) => ({ hour: Number(hour), status, count: Number(count) }));
  }

  /** Counts the jobs that started from one hour to another, both included, by wait in ascending order. */
  async started(first: number, last: number): Promise<StartedInHour[]> {
    const rows = await this.source.query<Numbers<StartedInHour>[]>(
      `SELECT started DIV ${HOUR_MS} AS hour,
         FLOOR(LOG2(GREATEST(started - created, 1)) * ${BUCKETS_PER_DOUBLING}) AS bucket, COUNT(*) AS count FROM jobs
       WHERE array_id = ? AND started >= ? AND started < ? GROUP BY hour, bucket ORDER BY hour, bucket`,
      [NO_ARRAY, ...range(first, last)],
    );
    return rows.map(({ hour, bucket, count }) => ({
      hour: Number(hour),
      bucket: Number(bucket),
      count: Number(count),
    }));
  }
}

const range = (first: number, last: number): [number, number] => [first * HOUR_MS, (last + 1) * HOUR_MS];
