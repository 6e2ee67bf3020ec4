import { Injectable } from '@nestjs/common';
import { LaunchState } from '@portolan/launches';
import { Transactions } from '@portolan/service';
import { DataSource } from 'typeorm';
import { JobState } from '../jobs/job-states';

/** A job, and the number up to which its rows are deleted. */
interface Bound {
  id: string;
  upTo: number | string;
}

/** Maximum number of events of a job that one statement deletes. */
const EVENTS_BATCH = 10_000;

/** Deletes expired jobs, events, archived workers, launches and cron fires. Each method returns how many it deleted. */
@Injectable()
export class StreamRetentionRepository {
  constructor(
    private readonly source: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Deletes jobs that ended before a time, except for the newest of each cluster: the next submission derives from that. */
  async deleteJobs(before: number, limit: number): Promise<number> {
    const jobs = await this.query<{ id: string }[]>(
      `SELECT j.id AS id FROM jobs j JOIN clusters c ON c.name = j.cluster
       WHERE j.state IN (?, ?) AND j.terminated_at < ? AND j.number < c.last_job_count LIMIT ${limit}`,
      [JobState.Completed, JobState.Failed, before],
    );
    for (const { id } of jobs) await this.deleteJob(id);
    return jobs.length;
  }

  /** Deletes all but the newest `kept` events of each job. */
  async deleteEvents(kept: number, limit: number): Promise<number> {
    const jobs = await this.query<Bound[]>(
      `SELECT j.id AS id, j.sequence - ? AS upTo FROM jobs j WHERE j.sequence > ? AND EXISTS
       (SELECT 1 FROM job_events e WHERE e.job_id = j.id AND e.sequence <= j.sequence - ?) LIMIT ${limit}`,
      [kept, kept, kept],
    );
    const statement = `DELETE FROM job_events WHERE job_id = ? AND sequence <= ? LIMIT ${EVENTS_BATCH}`;
    return this.deleteOfEach(jobs, statement);
  }

  /**
   * Deletes all but the newest `kept` archived workers of each active job, with their launches. Workers that were replaced after
   * `before` stay, because they count towards the limit of replacements; so do those whose process has not ended.
   */
  async deleteWorkers(kept: number, before: number, limit: number): Promise<number> {
    const jobs = await this.query<Bound[]>(
      `SELECT a.job_id AS id, MAX(a.worker_number) AS upTo FROM
         (SELECT w.job_id, w.worker_number, w.completed_at,
           ROW_NUMBER() OVER (PARTITION BY w.job_id ORDER BY w.worker_number DESC) AS place
          FROM workers w JOIN jobs j ON j.id = w.job_id
          WHERE w.current_index IS NULL AND j.state IN (?, ?)) a
       WHERE a.place > ? AND a.completed_at < ? GROUP BY a.job_id LIMIT ${limit}`,
      [JobState.Accepted, JobState.Launched, kept, before],
    );
    return this.deleteOfEach(
      jobs,
      `DELETE w, l FROM workers w LEFT JOIN launches l ON l.id = w.launch_id
       WHERE w.job_id = ? AND w.worker_number <= ? AND w.current_index IS NULL
         AND (l.id IS NULL OR l.state = '${LaunchState.Ended}')`,
    );
  }

  /** Deletes launches that ended before a time and whose worker was deleted. */
  deleteLaunches(before: number, limit: number): Promise<number> {
    return this.delete(
      `DELETE FROM launches WHERE state = ? AND ended_at < ?
       AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.launch_id = launches.id) LIMIT ${limit}`,
      [LaunchState.Ended, before],
    );
  }

  deleteFires(before: number, limit: number): Promise<number> {
    return this.delete(`DELETE FROM cron_fires WHERE fire_at < ? LIMIT ${limit}`, [before]);
  }

  private async deleteJob(id: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      // A late change of the job would leave rows behind.
      await transaction.query('SELECT id FROM jobs WHERE id = ? FOR UPDATE', [id]);
      const ofJob = ['workers', 'job_stages', 'job_events'].map((table) => `${table} WHERE job_id = ?`);
      const launches = 'launches WHERE id IN (SELECT launch_id FROM workers WHERE job_id = ?)';
      for (const rows of [launches, ...ofJob, 'jobs WHERE id = ?']) {
        await transaction.query(`DELETE FROM ${rows}`, [id]);
      }
    });
  }

  private async deleteOfEach(jobs: readonly Bound[], statement: string): Promise<number> {
    let deleted = 0;
    for (const { id, upTo } of jobs) deleted += await this.delete(statement, [id, Number(upTo)]);
    return deleted;
  }

  private async delete(statement: string, values: readonly unknown[]): Promise<number> {
    return (await this.query<{ affectedRows: number }>(statement, values)).affectedRows;
  }

  private query<R>(statement: string, values: readonly unknown[]): Promise<R> {
    return this.source.manager.query<R>(statement, [...values]);
  }
}
