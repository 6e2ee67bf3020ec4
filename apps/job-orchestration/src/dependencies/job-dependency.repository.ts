import { Injectable } from '@nestjs/common';
import { insertRows, type Transaction } from '@portolan/service';
import { DataSource, In, LessThanOrEqual } from 'typeorm';
import type { DependencyCondition } from '../jobs/job-request.dto';
import { isFinished, type JobStatus } from '../jobs/job-status';
import { WaitReason } from '../transitions/job-wait.entity';
import type { JobWait } from '../transitions/job-wait.repository';
import type { JudgedDependency } from './dependency-outcome';
import { JobDependencyEntity, JobReleaseEntity } from './job-dependency.entity';

interface Row {
  jobId: string;
  position: number;
  dependsOn: string;
  metBy: DependencyCondition;
  endedAs: JobStatus | null;
  status: JobStatus | null;
}

/** The dependencies of a job in their order, and those whose end is not recorded yet. */
export interface JudgedJob {
  dependencies: JudgedDependency[];
  ended: { position: number; endedAs: JobStatus }[];
}

/** The tables of dependencies and of releases that are due. */
@Injectable()
export class JobDependencyRepository {
  constructor(private readonly source: DataSource) {}

  async insert(rows: readonly JobDependencyEntity[], transaction: Transaction): Promise<void> {
    await insertRows(transaction, JobDependencyEntity, rows);
  }

  /** Returns the dependencies of jobs, with the statuses that the transaction sees. */
  async judged(
    jobIds: readonly string[],
    on: Transaction = this.source.manager,
  ): Promise<Map<string, JudgedJob>> {
    const found = new Map(jobIds.map((id): [string, JudgedJob] => [id, { dependencies: [], ended: [] }]));
    if (jobIds.length === 0) return found;
    const rows = await on.query<Row[]>(
      `SELECT dependency.job_id AS jobId, position, depends_on AS dependsOn, met_by AS metBy, ended_as AS endedAs,
         jobs.status AS status
       FROM job_dependencies dependency LEFT JOIN jobs ON jobs.id = depends_on
       WHERE dependency.job_id IN (?) ORDER BY dependency.job_id, position`,
      [jobIds],
    );
    for (const { jobId, position, dependsOn: id, metBy: condition, endedAs, status } of rows) {
      const judged = found.get(jobId);
      judged?.dependencies.push({ id, condition, status: endedAs ?? status });
      if (endedAs === null && status !== null && isFinished(status))
        judged?.ended.push({ position, endedAs: status });
    }
    return found;
  }

  /** Records how dependencies have ended. The caller holds the locks of the waits of these jobs. */
  async recordEnds(judged: ReadonlyMap<string, JudgedJob>, transaction: Transaction): Promise<void> {
    const rows = [...judged].flatMap(([jobId, { ended }]) => ended.map((one) => ({ ...one, jobId })));
    for (const status of new Set(rows.map(({ endedAs }) => endedAs))) {
      const keys = rows.filter(({ endedAs }) => endedAs === status);
      // By the primary key: an index on the target would lock the rows of other jobs.
      const where = keys.map(() => '(job_id = ? AND position = ?)').join(' OR ');
      const parameters = [status, ...keys.flatMap(({ jobId, position }) => [jobId, position])];
      await transaction.query(`UPDATE job_dependencies SET ended_as = ? WHERE ${where}`, parameters);
    }
  }

  /** Returns waiting jobs that have not been informed of the end of these jobs, in the order of their locks. */
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

  /** Returns the ids of the jobs that depend on a job directly, oldest first. */
  async dependentsOf(id: string): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT jobs.id FROM job_dependencies JOIN jobs ON jobs.id = job_dependencies.job_id
       WHERE depends_on = ? ORDER BY jobs.created, jobs.id`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** Leaves the dependents of ended jobs to the controllers. @param now ms since the epoch */
  async addReleases(jobIds: readonly string[], now: number, transaction: Transaction): Promise<void> {
    if (jobIds.length === 0) return;
    const rows = [...jobIds].sort().map((id) => [id, now]);
    await transaction.query('INSERT IGNORE INTO job_releases (job_id, due_at) VALUES ?', [rows]);
  }

  async dueReleases(now: number, limit: number): Promise<JobReleaseEntity[]> {
    return this.source.manager.find(JobReleaseEntity, {
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
      take: limit,
    });
  }

  /** Claims a release until a time. @returns false when another replica has it */
  async takeRelease({ jobId, dueAt }: JobReleaseEntity, until: number): Promise<boolean> {
    const { affected } = await this.source.manager.update(
      JobReleaseEntity,
      { jobId, dueAt },
      { dueAt: until },
    );
    return affected === 1;
  }

  async removeReleases(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length > 0) await this.source.manager.delete(JobReleaseEntity, { jobId: In([...jobIds]) });
  }
}
