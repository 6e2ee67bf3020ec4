import { Injectable } from '@nestjs/common';
import { insertRows, type Transaction } from '@portolan/service';
import { DataSource, In, LessThanOrEqual } from 'typeorm';
import { ACTIVE_STATUSES, type JobStatus } from '../jobs/job-status';
import { WaitReason } from '../transitions/job-wait.entity';
import type { JobWait } from '../transitions/job-wait.repository';
import { JobDependencyEntity, JobReleaseEntity } from './job-dependency.entity';

export interface DependencyRow extends JobDependencyEntity {
  /** Null when that job has no row. */
  status: JobStatus | null;
}

export type EndedDependency = Pick<JobDependencyEntity, 'jobId' | 'position'> & { endedAs: JobStatus };

/** Any number of jobs may depend on one: an answer must not grow with them. */
const DEPENDENTS_SHOWN = 10_000;

/** The tables of dependencies and of releases that are due. */
@Injectable()
export class JobDependencyRepository {
  constructor(private readonly source: DataSource) {}

  async insert(rows: readonly JobDependencyEntity[], transaction: Transaction): Promise<void> {
    await insertRows(transaction, JobDependencyEntity, rows);
  }

  /** Returns the dependencies of jobs in their order, with the statuses that the transaction sees. */
  async of(jobIds: readonly string[], on: Transaction = this.source.manager): Promise<DependencyRow[]> {
    if (jobIds.length === 0) return [];
    return on.query<DependencyRow[]>(
      `SELECT dependency.job_id AS jobId, position, depends_on AS dependsOn, met_by AS metBy, ended_as AS endedAs,
         jobs.status AS status
       FROM job_dependencies dependency LEFT JOIN jobs ON jobs.id = depends_on
       WHERE dependency.job_id IN (?) ORDER BY dependency.job_id, position`,
      [jobIds],
    );
  }

  /** Records how dependencies have ended. The caller holds the locks of the waits of these jobs. */
  async recordEnds(ended: readonly EndedDependency[], transaction: Transaction): Promise<void> {
    for (const status of new Set(ended.map(({ endedAs }) => endedAs))) {
      const keys = ended.filter(({ endedAs }) => endedAs === status);
      // By the primary key: an index on the target would lock the rows of other jobs.
      const where = keys.map(() => '(job_id = ? AND position = ?)').join(' OR ');
      const parameters = [status, ...keys.flatMap(({ jobId, position }) => [jobId, position])];
      await transaction.query(`UPDATE job_dependencies SET ended_as = ? WHERE ${where}`, parameters);
    }
  }

  /** Returns the waiting jobs at which the end of these jobs has not been recorded, in the order of their locks. */
  async waitingFor(
    targets: readonly string[],
    limit: number,
    on: Transaction = this.source.manager,
  ): Promise<JobWait[]> {
    if (targets.length === 0) return [];
    const rows = await on.query<{ seq: string | number; jobId: string }[]>(
      `SELECT DISTINCT wait.seq AS seq, wait.job_id AS jobId
       FROM job_dependencies dependency JOIN job_waits wait ON wait.job_id = dependency.job_id
       WHERE depends_on IN (?) AND ended_as IS NULL AND reason = ? LIMIT ${limit}`,
      [targets, WaitReason.Dependencies],
    );
    return rows
      .map(({ seq, jobId }) => ({ seq: Number(seq), jobId }))
      .sort((one, other) => one.seq - other.seq);
  }

  /** Returns ids of elements of an array whose end has not been recorded at the jobs that depend on them. */
  async awaitedElements(arrayId: string, on: Transaction): Promise<string[]> {
    // `/` follows `.`: all ids that begin with that of the array and a dot.
    const rows = await on.query<{ id: string }[]>(
      `SELECT DISTINCT depends_on AS id FROM job_dependencies
       WHERE depends_on > ? AND depends_on < ? AND ended_as IS NULL`,
      [`${arrayId}.`, `${arrayId}/`],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the ids of the jobs that depend on a job directly, the oldest first, at most {@link DEPENDENTS_SHOWN}. */
  async dependentsOf(id: string): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT jobs.id FROM job_dependencies JOIN jobs ON jobs.id = job_dependencies.job_id
       WHERE depends_on = ? ORDER BY jobs.created, jobs.id LIMIT ${DEPENDENTS_SHOWN}`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** Returns jobs that have ended without the waiting jobs that depend on them having been informed. */
  async uninformed(limit: number): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT DISTINCT jobs.id AS id
       FROM job_waits wait
       JOIN job_dependencies dependency ON dependency.job_id = wait.job_id
       JOIN jobs ON jobs.id = depends_on
       WHERE reason = ? AND ended_as IS NULL AND jobs.status NOT IN (?) LIMIT ?`,
      [WaitReason.Dependencies, ACTIVE_STATUSES, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Hands the dependents of ended jobs over to the controllers. @param now ms since the epoch */
  async addReleases(
    jobIds: readonly string[],
    now: number,
    on: Transaction = this.source.manager,
  ): Promise<void> {
    if (jobIds.length === 0) return;
    const rows = [...jobIds].sort().map((id) => [id, now]);
    await on.query('INSERT IGNORE INTO job_releases (job_id, due_at) VALUES ?', [rows]);
  }

  async dueReleases(now: number, limit: number): Promise<JobReleaseEntity[]> {
    return this.source.manager.find(JobReleaseEntity, {
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
      take: limit,
    });
  }

  /** Claims a release until a time. @returns false when another replica holds it */
  async takeRelease({ jobId, dueAt }: JobReleaseEntity, until: number): Promise<boolean> {
    const { affected } = await this.source.manager.update(
      JobReleaseEntity,
      { jobId, dueAt },
      { dueAt: until },
    );
    return affected === 1;
  }

  /** Lets any controller continue claimed releases. */
  async giveBack(jobIds: readonly string[], now: number): Promise<void> {
    await this.source.manager.update(JobReleaseEntity, { jobId: In([...jobIds]) }, { dueAt: now });
  }

  async removeReleases(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length > 0) await this.source.manager.delete(JobReleaseEntity, { jobId: In([...jobIds]) });
  }
}
