import { Injectable } from '@nestjs/common';
import { LaunchState } from '@portolan/launches';
import { Transactions } from '@portolan/service';
import { DataSource } from 'typeorm';
import { JobState } from '../jobs/job-states';

/** Rows that one statement removes at the most. */
const DELETE_BATCH = 10_000;

/** What is removed of jobs, events and launches when their time is over. */
@Injectable()
export class RetentionRepository {
  constructor(
    private readonly source: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Jobs that ended before; never the newest of its cluster, by which the next one is made. */
  async jobsEndedBefore(time: number, limit: number): Promise<string[]> {
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT j.id AS id FROM jobs j JOIN clusters c ON c.name = j.cluster
       WHERE j.state IN (?, ?) AND j.terminated_at < ? AND j.number < c.last_job_count LIMIT ${limit}`,
      [JobState.Completed, JobState.Failed, time],
    );
    return rows.map((row) => row.id);
  }

  /** Removes a job that is over with everything of its. */
  async removeJob(id: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await transaction.query(
        'DELETE FROM launches WHERE id IN (SELECT launch_id FROM workers WHERE job_id = ?)',
        [id],
      );
      for (const table of ['workers', 'job_stages', 'job_events']) {
        await transaction.query(`DELETE FROM ${table} WHERE job_id = ?`, [id]);
      }
      await transaction.query('DELETE FROM jobs WHERE id = ?', [id]);
    });
  }

  /** Jobs that have more than `kept` events, with the newest one to remove. */
  async jobsWithOldEvents(kept: number, limit: number): Promise<{ id: string; upTo: number }[]> {
    const rows = await this.source.manager.query<{ id: string; upTo: number | string }[]>(
      `SELECT j.id AS id, j.sequence - ? AS upTo FROM jobs j WHERE j.sequence > ? AND EXISTS
       (SELECT 1 FROM job_events e WHERE e.job_id = j.id AND e.sequence <= j.sequence - ?) LIMIT ${limit}`,
      [kept, kept, kept],
    );
    return rows.map((row) => ({ id: row.id, upTo: Number(row.upTo) }));
  }

  async removeEvents(jobId: string, upTo: number): Promise<void> {
    await this.source.manager.query(
      `DELETE FROM job_events WHERE job_id = ? AND sequence <= ? LIMIT ${DELETE_BATCH}`,
      [jobId, upTo],
    );
  }

  /**
   * Active jobs that have more than `kept` archived workers, with the number of the newest to remove. Those that were
   * replaced after `time` stay: they are counted to see whether a job fails too often.
   */
  async jobsWithOldWorkers(
    kept: number,
    time: number,
    limit: number,
  ): Promise<{ id: string; upTo: number }[]> {
    const rows = await this.source.manager.query<{ id: string; upTo: number | string }[]>(
      `SELECT a.job_id AS id, MAX(a.worker_number) AS upTo FROM
         (SELECT w.job_id, w.worker_number, w.completed_at,
           ROW_NUMBER() OVER (PARTITION BY w.job_id ORDER BY w.worker_number DESC) AS place
          FROM workers w JOIN jobs j ON j.id = w.job_id
          WHERE w.current_index IS NULL AND j.state IN (?, ?)) a
       WHERE a.place > ? AND a.completed_at < ? GROUP BY a.job_id LIMIT ${limit}`,
      [JobState.Accepted, JobState.Launched, kept, time],
    );
    return rows.map((row) => ({ id: row.id, upTo: Number(row.upTo) }));
  }

  /** Removes archived workers of a job, with their launches, but for those whose process has not ended. */
  async removeArchivedWorkers(jobId: string, upTo: number): Promise<void> {
    const over = `w.job_id = ? AND w.worker_number <= ? AND w.current_index IS NULL AND (l.id IS NULL OR l.state = ?)`;
    await this.source.manager.query(
      `DELETE w, l FROM workers w LEFT JOIN launches l ON l.id = w.launch_id WHERE ${over}`,
      [jobId, upTo, LaunchState.Ended],
    );
  }

  /** Launches that ended before and whose worker is gone. */
  async removeOrphanedLaunches(time: number): Promise<void> {
    await this.source.manager.query(
      `DELETE FROM launches WHERE state = ? AND ended_at < ?
       AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.launch_id = launches.id) LIMIT ${DELETE_BATCH}`,
      [LaunchState.Ended, time],
    );
  }
}
