import { Injectable } from '@nestjs/common';
import { insertRows, lockRow, updateRow, type Transaction } from '@portolan/service';
import { DataSource, In, IsNull } from 'typeorm';
import type { ArchiveStatus } from './archive-status';
import { JobApplicationEntity, JobEntity } from './job.entity';
import { historyOf } from './status-history';
import { ACTIVE_STATUSES, predecessorsOf, type JobStatus } from './job-status';

/** What a transition writes besides the status. */
export type JobChange = Partial<Omit<JobEntity, 'id' | 'status' | 'history' | 'updated' | 'request'>>;

/** What streams of a job's status want to know. */
export type JobHistory = Pick<JobEntity, 'id' | 'status' | 'statusMsg' | 'updated' | 'history'>;

/** A job that is stored for the first time, and the applications that it runs with, in order. */
export interface NewJob {
  row: JobEntity;
  applicationIds: readonly string[];
}

/** The table of jobs. */
@Injectable()
export class JobRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws a duplicate key error when the id is taken, a foreign key error when a resource is gone. */
  async insert(jobs: readonly NewJob[], transaction: Transaction): Promise<void> {
    await insertRows(
      transaction,
      JobEntity,
      jobs.map(({ row }) => ({ ...row, history: historyOf(row) })),
    );
    const tags = jobs.flatMap(({ row }) => row.request.tags.map((tag) => [row.id, tag, row.updated]));
    if (tags.length > 0) {
      const values = tags.map(() => '(?, ?, ?)').join(', ');
      await transaction.query(`INSERT INTO job_tags (job_id, tag, updated) VALUES ${values}`, tags.flat());
    }
    const applications = jobs.flatMap(({ row, applicationIds }) =>
      applicationIds.map((applicationId, position) => ({ jobId: row.id, position, applicationId })),
    );
    if (applications.length > 0) await transaction.insert(JobApplicationEntity, applications);
  }

  async find(id: string): Promise<JobEntity | null> {
    return this.source.manager.findOneBy(JobEntity, { id });
  }

  /** The histories of several jobs; those that do not exist are left out. */
  async histories(ids: readonly string[]): Promise<JobHistory[]> {
    return this.source.manager.find(JobEntity, {
      where: { id: In([...ids]) },
      select: { id: true, status: true, statusMsg: true, updated: true, history: true },
    });
  }

  async lock(id: string, transaction: Transaction): Promise<JobEntity | null> {
    return lockRow(transaction, JobEntity, id);
  }

  /**
   * Compare-and-set: moves a job when its state allows it.
   *
   * @param job as it is now, locked
   * @returns whether it moved; a finished job never does.
   */
  async move(
    job: JobEntity,
    status: JobStatus,
    change: JobChange,
    now: number,
    transaction: Transaction,
  ): Promise<boolean> {
    const { statusMsg = job.statusMsg } = change;
    const history = [...historyOf(job), { status, statusMsg, at: now }];
    const before = predecessorsOf(status);
    const moved = await updateRow(
      transaction,
      JobEntity,
      job.id,
      { ...change, status, history, updated: now },
      { sql: `status IN (${before.map(() => '?').join(', ')})`, parameters: before },
    );
    if (moved && job.request.tags.length > 0) await this.touchTags(job.id, now, transaction);
    return moved;
  }

  async setArchiveStatus(id: string, archiveStatus: ArchiveStatus, transaction: Transaction): Promise<void> {
    await updateRow(transaction, JobEntity, id, { archiveStatus });
  }

  /** Active jobs of a user. */
  async countActive(user: string): Promise<number> {
    return this.source.manager.countBy(JobEntity, { user, status: In([...ACTIVE_STATUSES]) });
  }

  /** Notes that a user wants the job to end; the first wish counts. */
  async requestKill(id: string, now: number): Promise<void> {
    await this.source.manager.update(
      JobEntity,
      { id, status: In([...ACTIVE_STATUSES]), killRequestedAt: IsNull() },
      { killRequestedAt: now },
    );
  }

  /** Ids of the applications that a job runs with, in order. */
  async applicationIdsOf(jobId: string): Promise<string[]> {
    const rows = await this.source.manager.find(JobApplicationEntity, {
      where: { jobId },
      order: { position: 'ASC' },
    });
    return rows.map((row) => row.applicationId);
  }

  /** Searches by tag find the newest by a copy of the job's `updated`. */
  private async touchTags(id: string, updated: number, transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE job_tags SET updated = ? WHERE job_id = ?', [updated, id]);
  }
}
