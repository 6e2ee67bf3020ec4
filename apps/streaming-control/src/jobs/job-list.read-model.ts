import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EntityRows } from './entity-rows.repository';
import type { JobListFilter } from './job-list-filter';
import { whereListed } from './job-list-where';
import type { JobParts } from './job-record';
import { JobEntity, StageEntity, WorkerEntity } from './job.entity';

/** Jobs whose stages and workers are read at a time, so that no list holds up what else there is to do. */
const BATCH = 50;

/** One page of a list: which rows, in which order. */
export interface JobPage {
  filter: JobListFilter;
  /** What follows ORDER BY. */
  order: string;
  offset: number;
  /** 0: all from the offset on. */
  pageSize: number;
}

/** Reads lists of jobs. The database picks, sorts and cuts; only what is on the page is read whole. */
@Injectable()
export class JobListReadModel {
  constructor(
    private readonly source: DataSource,
    private readonly rows: EntityRows,
  ) {}

  /** How many jobs pass a filter. */
  async count(filter: JobListFilter): Promise<number> {
    const { sql, values } = whereListed(filter);
    const [row] = await this.source.manager.query<{ found: number | string }[]>(
      `SELECT COUNT(*) AS found FROM jobs j WHERE ${sql}`,
      values,
    );
    return Number(row?.found ?? 0);
  }

  async jobs({ filter, order, offset, pageSize }: JobPage): Promise<JobEntity[]> {
    const { sql, values } = whereListed(filter);
    const limit = pageSize > 0 ? pageSize : Number.MAX_SAFE_INTEGER;
    const rest = `j WHERE ${sql} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
    return this.rows.select(JobEntity, rest, values);
  }

  /** Jobs with their stages and current workers, some at a time. */
  async *withParts(jobs: readonly JobEntity[]): AsyncGenerator<JobParts> {
    for (let from = 0; from < jobs.length; from += BATCH)
      yield* await this.batch(jobs.slice(from, from + BATCH));
  }

  private async batch(jobs: readonly JobEntity[]): Promise<JobParts[]> {
    const ids = jobs.map((job) => job.id);
    const ofThem = `job_id IN (${ids.map(() => '?').join(', ')})`;
    const [stages, workers] = await Promise.all([
      this.rows.select(StageEntity, `WHERE ${ofThem} ORDER BY job_id, stage_num`, ids),
      this.rows.select(
        WorkerEntity,
        `WHERE ${ofThem} AND current_index IS NOT NULL ORDER BY job_id, stage_num, worker_index`,
        ids,
      ),
    ]);
    const stagesOf = groupByJob<StageEntity>(stages);
    const workersOf = groupByJob<WorkerEntity>(workers);
    return jobs.map((job) => {
      const own = stagesOf.get(job.id) ?? [];
      return { job, stages: own, numStages: own.length, workers: workersOf.get(job.id) ?? [] };
    });
  }
}

function groupByJob<T extends { jobId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.jobId);
    if (group) group.push(row);
    else groups.set(row.jobId, [row]);
  }
  return groups;
}
