import { Injectable } from '@nestjs/common';
import { selectRows } from '@portolan/service';
import { DataSource } from 'typeorm';
import type { JobParts } from '../jobs/job-record';
import { StreamJobEntity, StageEntity, WorkerEntity } from '../jobs/job.entity';
import type { JobListFilter } from './job-list-filter';
import { whereListed } from './job-list-where';

/** Jobs, and workers of jobs, that are read at a time, so that a long list does not block the event loop; a page has one batch. */
const BATCH = 100;
const WORKERS_AT_ONCE = 1500;
const CURRENT_WORKERS =
  'WHERE job_id IN (?) AND current_index IS NOT NULL ORDER BY job_id, stage_num, worker_index';

export interface JobPage {
  filter: JobListFilter;
  /** The SQL after ORDER BY. */
  order: string;
  offset: number;
  /** 0: all from the offset on. */
  pageSize: number;
}

/** Reads lists of jobs. The database filters, sorts and pages; only the jobs of the page are read whole. */
@Injectable()
export class JobListReadModel {
  constructor(private readonly source: DataSource) {}

  async count(filter: JobListFilter): Promise<number> {
    const { sql, values } = whereListed(filter);
    const statement = `SELECT COUNT(*) AS found FROM jobs j WHERE ${sql}`;
    const [row] = await this.source.manager.query<{ found: number | string }[]>(statement, values);
    return Number(row?.found ?? 0);
  }

  async ids({ filter, order, offset, pageSize }: JobPage): Promise<string[]> {
    const { sql, values } = whereListed(filter);
    const limit = pageSize > 0 ? pageSize : Number.MAX_SAFE_INTEGER;
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT j.id AS id FROM jobs j WHERE ${sql} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      values,
    );
    return rows.map((row) => row.id);
  }

  /** Reads jobs with their stages and current workers in batches. */
  async *jobs(ids: readonly string[]): AsyncGenerator<JobParts> {
    for (let from = 0; from < ids.length; from += BATCH) yield* this.batch(ids.slice(from, from + BATCH));
  }

  private async *batch(ids: readonly string[]): AsyncGenerator<JobParts> {
    const { manager } = this.source;
    const [jobs, stages] = await Promise.all([
      selectRows(manager, StreamJobEntity, 'WHERE id IN (?)', [ids]),
      selectRows(manager, StageEntity, 'WHERE job_id IN (?) ORDER BY job_id, stage_num', [ids]),
    ]);
    const byId = new Map(jobs.map((job) => [job.id, job]));
    const stagesOf = groupByJob(stages);
    const workersIn = (id: string): number =>
      (stagesOf.get(id) ?? []).reduce((sum, stage) => sum + stage.numWorkers, 0);
    for (const some of chunks(ids, workersIn, WORKERS_AT_ONCE)) {
      const workersOf = groupByJob(await selectRows(manager, WorkerEntity, CURRENT_WORKERS, [some]));
      for (const id of some) {
        const job = byId.get(id);
        const own = stagesOf.get(id) ?? [];
        // A job that was removed meanwhile is left out.
        if (job) yield { job, stages: own, numStages: own.length, workers: workersOf.get(id) ?? [] };
      }
    }
  }
}

/** Splits a list so that no piece weighs more than `most`, unless it has one item only. */
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
