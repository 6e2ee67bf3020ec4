import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EntityRows } from './entity-rows.repository';
import type { JobListFilter } from './job-list-filter';
import { whereListed } from './job-list-where';
import type { JobParts } from './job-record';
import { JobEntity, StageEntity, WorkerEntity } from './job.entity';

/** Jobs, and workers of jobs, that are read at a time, so that no list holds up what else there is to do. */
const BATCH = 50;
const WORKERS_AT_ONCE = 1500;

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

  /** Ids of the jobs of a page, in its order. */
  async ids({ filter, order, offset, pageSize }: JobPage): Promise<string[]> {
    const { sql, values } = whereListed(filter);
    const limit = pageSize > 0 ? pageSize : Number.MAX_SAFE_INTEGER;
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT j.id AS id FROM jobs j WHERE ${sql} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      values,
    );
    return rows.map((row) => row.id);
  }

  /** Jobs with their stages and current workers, some at a time. */
  async *jobs(ids: readonly string[]): AsyncGenerator<JobParts> {
    for (let from = 0; from < ids.length; from += BATCH) yield* this.batch(ids.slice(from, from + BATCH));
  }

  private async *batch(ids: readonly string[]): AsyncGenerator<JobParts> {
    const list = inList(ids);
    const [jobs, stages] = await Promise.all([
      this.rows.select(JobEntity, `WHERE id ${list}`, ids),
      this.rows.select(StageEntity, `WHERE job_id ${list} ORDER BY job_id, stage_num`, ids),
    ]);
    const byId = new Map(jobs.map((job) => [job.id, job]));
    const stagesOf = groupByJob<StageEntity>(stages);
    const workersIn = (id: string): number =>
      (stagesOf.get(id) ?? []).reduce((sum, stage) => sum + stage.numWorkers, 0);
    for (const some of chunks(ids, workersIn, WORKERS_AT_ONCE)) {
      const rest = `WHERE job_id ${inList(some)} AND current_index IS NOT NULL ORDER BY job_id, stage_num, worker_index`;
      const workersOf = groupByJob<WorkerEntity>(await this.rows.select(WorkerEntity, rest, some));
      for (const id of some) {
        const job = byId.get(id);
        const own = stagesOf.get(id) ?? [];
        // A job that was removed since its id was read is left out.
        if (job) yield { job, stages: own, numStages: own.length, workers: workersOf.get(id) ?? [] };
      }
    }
  }
}

const inList = (ids: readonly string[]): string => `IN (${ids.map(() => '?').join(', ')})`;

/** Cuts a list so that no piece weighs more than `most`, unless it is of one item. */
function chunks(ids: readonly string[], weightOf: (id: string) => number, most: number): string[][] {
  const pieces: string[][] = [];
  let weight = Infinity;
  for (const id of ids) {
    weight += weightOf(id);
    if (weight > most) {
      pieces.push([]);
      weight = weightOf(id);
    }
    pieces.at(-1)?.push(id);
  }
  return pieces;
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
