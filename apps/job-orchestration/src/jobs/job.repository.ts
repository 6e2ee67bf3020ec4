import { Injectable } from '@nestjs/common';
import {
  findRow,
  insertRows,
  lockRow,
  selectRows,
  updateRow,
  updateRows,
  type Transaction,
} from '@portolan/service';
import type { LaunchEntity } from '@portolan/launches';
import { DataSource, In, IsNull } from 'typeorm';
import { ACTIVE_STATUSES, historyOf, predecessorsOf, type JobStatus } from './job-status';
import { type ArchiveStatus } from './archive-status';
import { JobApplicationEntity, JobEntity, NO_ARRAY } from './job.entity';

/** The columns that a transition writes besides the status. */
export type JobChange = Partial<Omit<JobEntity, 'id' | 'status' | 'history' | 'updated' | 'request'>>;

/** The columns that streams of a job's status read. */
export type JobHistory = Pick<JobEntity, 'id' | 'status' | 'statusMsg' | 'updated' | 'history'>;

/** A locked job and what a transition writes to it. */
export interface JobMove {
  job: JobEntity;
  change: JobChange;
}

/** A new job and its applications, in order. */
export interface NewJob {
  job: JobEntity;
  applicationIds: readonly string[];
}

@Injectable()
export class JobRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws a duplicate key error for an id in use, a foreign key error when a resource was deleted */
  async insert(jobs: readonly NewJob[], transaction: Transaction): Promise<void> {
    const rows = jobs.map(({ job }) => ({ ...job, history: historyOf(job) }));
    await insertRows(transaction, JobEntity, rows);
    // Searches by tag do not find elements of arrays.
    const listed = jobs.filter(({ job }) => job.arrayId === null);
    const tags = listed.flatMap(({ job }) => job.request.tags.map((tag) => [job.id, tag, job.updated]));
    if (tags.length > 0) {
      await transaction.query('INSERT INTO job_tags (job_id, tag, updated) VALUES ?', [tags]);
    }
    await this.insertApplications(jobs, transaction);
  }

  async insertApplications(jobs: readonly NewJob[], transaction: Transaction): Promise<void> {
    const applications = jobs.flatMap(({ job, applicationIds }) =>
      applicationIds.map((applicationId, position) => ({ jobId: job.id, position, applicationId })),
    );
    if (applications.length > 0) await insertRows(transaction, JobApplicationEntity, applications);
  }

  async find(id: string, on: Transaction = this.source.manager): Promise<JobEntity | null> {
    return findRow(on, JobEntity, { id });
  }

  async findAll(ids: readonly string[], on: Transaction = this.source.manager): Promise<JobEntity[]> {
    return ids.length === 0 ? [] : selectRows(on, JobEntity, 'WHERE id IN (?)', [ids]);
  }

  /** Returns the histories of several jobs, without unknown ones. */
  async histories(ids: readonly string[]): Promise<JobHistory[]> {
    return this.source.manager.find(JobEntity, {
      where: { id: In([...ids]) },
      select: { id: true, status: true, statusMsg: true, updated: true, history: true },
    });
  }

  async lock(id: string, transaction: Transaction): Promise<JobEntity | null> {
    return lockRow(transaction, JobEntity, { id });
  }

  /** Locks the existing jobs, in the order of their ids. */
  async lockAll(ids: readonly string[], transaction: Transaction): Promise<JobEntity[]> {
    if (ids.length === 0) return [];
    return selectRows(transaction, JobEntity, 'WHERE id IN (?) ORDER BY id FOR UPDATE', [ids]);
  }

  /** Returns the statuses of several jobs, without unknown ones. */
  async statuses(ids: readonly string[]): Promise<Map<string, JobStatus>> {
    if (ids.length === 0) return new Map();
    const sql = 'SELECT id, status FROM jobs WHERE id IN (?)';
    const rows = await this.source.query<{ id: string; status: JobStatus }[]>(sql, [ids]);
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  /** Returns the status of a job after every transaction that changes it now has ended; undefined for an unknown job. */
  async settledStatus(id: string): Promise<JobStatus | undefined> {
    const sql = 'SELECT status FROM jobs WHERE id = ? LOCK IN SHARE MODE';
    const [row] = await this.source.query<{ status: JobStatus }[]>(sql, [id]);
    return row?.status;
  }

  /** Returns the id of the current launch; null without one, and for an unknown job. */
  async launchIdOf(id: string): Promise<string | null> {
    const sql = 'SELECT launch_id AS launchId FROM jobs WHERE id = ?';
    const [row] = await this.source.query<{ launchId: string | null }[]>(sql, [id]);
    return row?.launchId ?? null;
  }

  /**
   * Compare-and-set: moves a job when its state allows the transition.
   * @param job the current row, locked
   * @returns whether the job moved; a finished job never does
   */
  async move(
    job: JobEntity,
    status: JobStatus,
    change: JobChange,
    now: number,
    transaction: Transaction,
  ): Promise<boolean> {
    return (await this.moveAll([{ job, change }], status, now, transaction)).length > 0;
  }

  /** Moves several locked jobs as {@link move} does, in one statement. @returns those that moved */
  async moveAll<M extends JobMove>(
    moves: readonly M[],
    status: JobStatus,
    now: number,
    transaction: Transaction,
  ): Promise<M[]> {
    const from = predecessorsOf(status);
    const moving = moves.filter(({ job }) => from.includes(job.status));
    const rows = moving.map(({ job, change }) => {
      const { statusMsg = job.statusMsg } = change;
      const history = [...historyOf(job), { status, statusMsg, at: now }];
      return { ...change, id: job.id, status, history, updated: now };
    });
    const moved = await updateRows(transaction, JobEntity, 'id', rows, { status: from });
    if (moved !== moving.length) throw new Error(`${moving.length - moved} jobs moved without their lock`);
    const tagged = moving.filter(({ job }) => job.arrayId === null && job.request.tags.length > 0);
    if (tagged.length > 0) {
      // Searches by tag find the newest jobs by a copy of `updated`.
      const ids = tagged.map(({ job }) => job.id);
      await transaction.query('UPDATE job_tags SET updated = ? WHERE job_id IN (?)', [now, ids]);
    }
    return moving;
  }

  /** Records what became of the archives of launches, except those of jobs that have another launch. */
  async setArchiveStatus(
    launches: readonly Pick<LaunchEntity, 'id' | 'subject'>[],
    archiveStatus: ArchiveStatus,
    transaction: Transaction,
  ): Promise<void> {
    if (launches.length === 0) return;
    const key = { id: launches.map(({ subject }) => subject), launchId: launches.map(({ id }) => id) };
    await updateRow(transaction, JobEntity, key, { archiveStatus });
  }

  /** Counts the unfinished jobs of each user; an array counts once. @returns no entry for a user without any */
  async countActive(
    users: readonly string[],
    on: Transaction = this.source.manager,
  ): Promise<Map<string, number>> {
    const sql =
      'SELECT user, COUNT(*) AS count FROM jobs WHERE user IN (?) AND status IN (?) AND array_id = ? GROUP BY user';
    const rows = await on.query<{ user: string; count: string | number }[]>(sql, [
      users,
      ACTIVE_STATUSES,
      NO_ARRAY,
    ]);
    return new Map(rows.map(({ user, count }) => [user, Number(count)]));
  }

  /** Lets one transaction at a time store jobs of these users. */
  async lockUsers(users: readonly string[], transaction: Transaction): Promise<void> {
    const rows = [...users].sort().map((user) => [user]);
    // The duplicate of an existing row is locked, too.
    await transaction.query('INSERT INTO limited_users (user) VALUES ? ON DUPLICATE KEY UPDATE user = user', [
      rows,
    ]);
  }

  /** Records that a user wants the job to end; the first request counts. */
  async requestKill(id: string, now: number): Promise<void> {
    await this.source.manager.update(
      JobEntity,
      { id, status: In([...ACTIVE_STATUSES]), killRequestedAt: IsNull() },
      { killRequestedAt: now },
    );
  }

  /** Returns active jobs whose kill was requested until `before`, but whose launch was not stopped. */
  async killsLeftBehind(before: number, limit: number): Promise<Pick<JobEntity, 'id' | 'launchId'>[]> {
    return this.source.query(
      `SELECT jobs.id, jobs.launch_id AS launchId FROM jobs LEFT JOIN launches ON launches.id = jobs.launch_id
       WHERE jobs.status IN (?) AND jobs.kill_requested_at <= ? AND launches.stop_requested_at IS NULL LIMIT ?`,
      [ACTIVE_STATUSES, before, limit],
    );
  }

  /** Returns the ids of a job's applications, in order. */
  async applicationIdsOf(jobId: string): Promise<string[]> {
    const rows = await this.source.manager.find(JobApplicationEntity, {
      where: { jobId },
      order: { position: 'ASC' },
    });
    return rows.map((row) => row.applicationId);
  }
}
