import { Injectable } from '@nestjs/common';
import { findRow, insertRows, selectRows, type Transaction } from '@portolan/service';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { elementNamed } from './array-element';
import { ArrayState, JobArrayEntity } from './job-array.entity';
import { ACTIVE_STATUSES, JobStatus } from './job-status';

/** Escapes a part of an id for a LIKE pattern. */
const literal = (id: string): string => id.replace(/[!%_]/g, '!$&');

/** The table of arrays, and queries about their elements. */
@Injectable()
export class JobArrayRepository {
  constructor(private readonly source: DataSource) {}

  async insert(array: JobArrayEntity, transaction: Transaction): Promise<void> {
    await insertRows(transaction, JobArrayEntity, [array]);
  }

  async find(jobId: string, on: Transaction = this.source.manager): Promise<JobArrayEntity | null> {
    return findRow(on, JobArrayEntity, { jobId });
  }

  /** Locks an array; undefined when it does not exist, or when another process holds it and `skips` is set. */
  async lock(
    jobId: string,
    transaction: Transaction,
    { skips = false } = {},
  ): Promise<JobArrayEntity | undefined> {
    const rest = `WHERE job_id = ? FOR UPDATE${skips ? ' SKIP LOCKED' : ''}`;
    return (await selectRows(transaction, JobArrayEntity, rest, [jobId]))[0];
  }

  /** Starts or stops the creation of elements by controllers. */
  async setState(jobId: string, state: ArrayState, now: number, transaction: Transaction): Promise<void> {
    await transaction.update(JobArrayEntity, { jobId }, { state, dueAt: now });
  }

  /** Records the number of created elements and the time of the next check. */
  async advance(jobId: string, nextPosition: number, dueAt: number, on: Transaction = this.source.manager) {
    await on.update(JobArrayEntity, { jobId }, { nextPosition, dueAt });
  }

  /** Returns open arrays whose check is overdue. */
  async due(now: number, limit: number): Promise<string[]> {
    const rows = await this.source.manager.find(JobArrayEntity, {
      where: { state: ArrayState.Open, dueAt: LessThanOrEqual(now) },
      select: { jobId: true },
      order: { dueAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ jobId }) => jobId);
  }

  /** Counts the elements that have a row, by status; reads an index alone. */
  async counts(
    arrayId: string,
    statuses: readonly JobStatus[] = Object.values(JobStatus),
    on: Transaction = this.source.manager,
  ): Promise<Map<JobStatus, number>> {
    const rows = await on.query<{ status: JobStatus; count: string | number }[]>(
      `SELECT status, COUNT(*) AS count FROM jobs WHERE array_id = ? AND status IN (?) GROUP BY status`,
      [arrayId, statuses],
    );
    return new Map(rows.map(({ status, count }) => [status, Number(count)]));
  }

  /** Returns when the first element started, ms since the epoch; null when none has. */
  async firstStart(arrayId: string): Promise<number | null> {
    const [row] = await this.source.query<{ started: string | number | null }[]>(
      'SELECT MIN(started) AS started FROM jobs WHERE array_id = ? AND started IS NOT NULL',
      [arrayId],
    );
    return row?.started == null ? null : Number(row.started);
  }

  /** Returns indexes of elements with a row in one of these statuses, in ascending order. */
  async indexes(arrayId: string, statuses: readonly JobStatus[], limit?: number): Promise<number[]> {
    const rows = await this.source.query<{ index: number }[]>(
      `SELECT array_index AS \`index\` FROM jobs WHERE array_id = ? AND status IN (?) ORDER BY array_index
       ${limit === undefined ? '' : `LIMIT ${limit}`}`,
      [arrayId, statuses],
    );
    return rows.map(({ index }) => index);
  }

  /** Returns unfinished elements. @param all includes elements with a kill request */
  async active(
    arrayId: string,
    all: boolean,
    limit: number,
  ): Promise<{ id: string; launchId: string | null }[]> {
    return this.source.query(
      `SELECT id, launch_id AS launchId FROM jobs WHERE array_id = ? AND status IN (?)
       ${all ? '' : 'AND kill_requested_at IS NULL'} LIMIT ${limit}`,
      [arrayId, ACTIVE_STATUSES],
    );
  }

  /** Counts the elements that wait for another attempt. */
  async delayed(arrayId: string): Promise<number> {
    const [row] = await this.source.query<{ count: string | number }[]>(
      `SELECT COUNT(*) AS count FROM jobs JOIN job_waits ON job_waits.job_id = jobs.id
       WHERE array_id = ? AND status = ?`,
      [arrayId, JobStatus.Accepted],
    );
    return Number(row?.count ?? 0);
  }

  /** Returns the ids in use among the given ones. */
  async existing(ids: readonly string[], on: Transaction = this.source.manager): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await on.query<{ id: string }[]>('SELECT id FROM jobs WHERE id IN (?)', [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Returns the ids of jobs that are named like elements of an array. Runs in the transaction that stores the array, and waits
   * for concurrent insertions of such jobs.
   */
  async namedLikeElements(arrayId: string, transaction: Transaction): Promise<string[]> {
    const rows = await transaction.query<{ id: string }[]>(
      `SELECT id FROM jobs WHERE id LIKE ? ESCAPE '!' LOCK IN SHARE MODE`,
      [`${literal(arrayId)}.%`],
    );
    return rows.map(({ id }) => id).filter((id) => elementNamed(id)?.arrayId === arrayId);
  }

  /**
   * Reports whether a job is an array. Runs in the transaction that stores a job named like an element of it, and waits for a
   * concurrent insertion of the array.
   */
  async findStored(jobId: string, transaction: Transaction): Promise<JobArrayEntity | undefined> {
    const rest = 'WHERE job_id = ? LOCK IN SHARE MODE';
    return (await selectRows(transaction, JobArrayEntity, rest, [jobId]))[0];
  }

  /** Returns the number of elements of open arrays that have not been created. */
  async uncreated(): Promise<number> {
    const [row] = await this.source.query<{ count: string | number | null }[]>(
      'SELECT SUM(elements - next_position) AS count FROM job_arrays WHERE state = ?',
      [ArrayState.Open],
    );
    return Number(row?.count ?? 0);
  }
}
