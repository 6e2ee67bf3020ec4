import { Injectable } from '@nestjs/common';
import { findRow, insertRows, lockRow, updateRow, type Transaction } from '@portolan/service';
import { DataSource, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { EntityRows } from './entity-rows.repository';
import {
  DurationType,
  JobEntity,
  JobEventEntity,
  StageEntity,
  WorkerEntity,
  type JobEvent,
} from './job.entity';
import { ACTIVE_JOB_STATES, JobState } from './job-states';

/** A Transient job that nobody listens to; `unsubscribedSince` in ms since the epoch. */
export type UnsubscribedJob = Pick<
  JobEntity,
  'id' | 'startedAt' | 'subscriptionTimeoutSecs' | 'heartbeatIntervalSecs'
> & { minRuntimeSecs: number; unsubscribedSince: number };

/** The tables of jobs, stages and events. */
@Injectable()
export class JobRepository {
  constructor(
    private readonly source: DataSource,
    private readonly rows: EntityRows,
  ) {}

  /** Locks the job: whoever holds it decides about the job, its stages and its workers. */
  async lock(id: string, transaction: Transaction): Promise<JobEntity | null> {
    return lockRow(transaction, JobEntity, id);
  }

  async insert(
    job: JobEntity,
    stages: readonly StageEntity[],
    workers: readonly WorkerEntity[],
    transaction: Transaction,
  ): Promise<void> {
    await insertRows(transaction, JobEntity, [job]);
    await insertRows(transaction, StageEntity, stages);
    await this.rows.insert(WorkerEntity, workers, transaction);
  }

  /** Writes what changes of a job. */
  async save(job: JobEntity, transaction: Transaction): Promise<void> {
    const { id, state, startedAt, terminatedAt, nextWorkerNumber, sequence, endReason } = job;
    const moving = { state, startedAt, terminatedAt, nextWorkerNumber, sequence, endReason };
    await updateRow(transaction, JobEntity, id, moving);
  }

  async saveStage(stage: StageEntity, transaction: Transaction): Promise<void> {
    await transaction.update(StageEntity, { jobId: stage.jobId, stageNum: stage.stageNum }, stage);
  }

  async addEvents(
    jobId: string,
    first: number,
    events: readonly JobEvent[],
    transaction: Transaction,
  ): Promise<void> {
    const rows = events.map((event, index) => ({ jobId, sequence: first + index, event }));
    await this.rows.insert(JobEventEntity, rows, transaction);
  }

  async find(id: string): Promise<JobEntity | null> {
    return findRow(this.source.manager, JobEntity, { id });
  }

  async stagesOf(jobId: string, transaction?: Transaction): Promise<StageEntity[]> {
    return this.rows.select(StageEntity, 'WHERE job_id = ? ORDER BY stage_num', [jobId], transaction);
  }

  /** Active jobs of a cluster, newest first. */
  async activeOf(cluster: string, transaction?: Transaction): Promise<JobEntity[]> {
    return (transaction ?? this.source.manager).find(JobEntity, {
      where: { cluster, state: In([...ACTIVE_JOB_STATES]) },
      order: { number: 'DESC' },
    });
  }

  /** The newest active job of a type. */
  async activeWithUniqueType(
    cluster: string,
    type: string,
    transaction: Transaction,
  ): Promise<JobEntity | null> {
    return transaction.findOne(JobEntity, {
      where: { cluster, uniqueType: type, state: In([...ACTIVE_JOB_STATES]) },
      order: { number: 'DESC' },
    });
  }

  /** The newest job of a cluster; with `activeOnly` the newest active one. */
  async newestOf(cluster: string, activeOnly = false, transaction?: Transaction): Promise<JobEntity | null> {
    return (transaction ?? this.source.manager).findOne(JobEntity, {
      where: { cluster, ...(activeOnly ? { state: In([...ACTIVE_JOB_STATES]) } : {}) },
      order: { number: 'DESC' },
    });
  }

  /** Whose the job of a cluster was that ended last; undefined when none has. */
  async userOfLastEnded(cluster: string): Promise<string | undefined> {
    const job = await this.source.manager.findOne(JobEntity, {
      select: { id: true, user: true },
      where: { cluster, terminatedAt: Not(IsNull()) },
      order: { terminatedAt: 'DESC', number: 'DESC' },
    });
    return job?.user;
  }

  /** The newest job of a cluster that was ever Launched. */
  async newestLaunchedOf(cluster: string): Promise<JobEntity | null> {
    return this.source.manager.findOne(JobEntity, {
      where: { cluster, startedAt: MoreThan(0) },
      order: { number: 'DESC' },
    });
  }

  /** Ids of the newest Launched job of each of these clusters that has one. */
  async newestRunning(clusters: readonly string[]): Promise<string[]> {
    if (clusters.length === 0) return [];
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT j.id AS id FROM jobs j JOIN (SELECT cluster, MAX(number) AS newest FROM jobs
         WHERE state = ? AND cluster IN (${clusters.map(() => '?').join(', ')}) GROUP BY cluster) n
       ON n.cluster = j.cluster AND n.newest = j.number`,
      [JobState.Launched, ...clusters],
    );
    return rows.map((row) => row.id);
  }

  /** Jobs that were submitted before a time and have never been Launched. */
  async acceptedBefore(time: number): Promise<Pick<JobEntity, 'id' | 'submittedAt'>[]> {
    return this.source.manager.find(JobEntity, {
      select: { id: true, submittedAt: true },
      where: { state: JobState.Accepted, submittedAt: LessThan(time) },
    });
  }

  /** Ids of jobs whose processes may still be ending. */
  async terminating(): Promise<string[]> {
    const rows = await this.source.manager.query<{ id: string }[]>(
      'SELECT id FROM jobs WHERE state IN (?, ?)',
      [JobState.TerminatingNormal, JobState.TerminatingAbnormal],
    );
    return rows.map((row) => row.id);
  }

  /** Launched jobs that have run longer than their limit. */
  async beyondRuntimeLimit(now: number): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(JobEntity, 'job')
      .select('job.id', 'id')
      .where('job.state = :state', { state: JobState.Launched })
      .andWhere(`CAST(JSON_VALUE(job.sla, '$.runtimeLimitSecs') AS UNSIGNED) > 0`)
      .andWhere(
        `job.startedAt + CAST(JSON_VALUE(job.sla, '$.runtimeLimitSecs') AS UNSIGNED) * 1000 <= :now`,
        { now },
      )
      .getRawMany<{ id: string }>();
    return rows.map((row) => row.id);
  }

  /** Launched Transient jobs of whose sink workers each has said that nobody listens. */
  async withoutSubscribers(): Promise<UnsubscribedJob[]> {
    const rows = await this.source.manager.query<Record<keyof UnsubscribedJob, string>[]>(
      `SELECT j.id AS id, j.started_at AS startedAt, j.subscription_timeout_secs AS subscriptionTimeoutSecs,
         j.heartbeat_interval_secs AS heartbeatIntervalSecs, JSON_VALUE(j.sla, '$.minRuntimeSecs') AS minRuntimeSecs,
         MAX(w.unsubscribed_since) AS unsubscribedSince
       FROM jobs j JOIN workers w ON w.job_id = j.id AND w.current_index IS NOT NULL
         AND w.stage_num = (SELECT MAX(s.stage_num) FROM job_stages s WHERE s.job_id = j.id)
       WHERE j.state = ? AND JSON_VALUE(j.sla, '$.durationType') = ?
       GROUP BY j.id, j.started_at, j.subscription_timeout_secs, j.heartbeat_interval_secs, j.sla
       HAVING SUM(w.unsubscribed_since IS NULL) = 0`,
      [JobState.Launched, DurationType.Transient],
    );
    return rows.map((row) => ({
      id: row.id,
      startedAt: Number(row.startedAt),
      subscriptionTimeoutSecs: Number(row.subscriptionTimeoutSecs),
      heartbeatIntervalSecs: Number(row.heartbeatIntervalSecs),
      minRuntimeSecs: Number(row.minRuntimeSecs),
      unsubscribedSince: Number(row.unsubscribedSince),
    }));
  }

  /** Active jobs of disabled clusters: what a disabling that was interrupted left over. */
  async activeOfDisabledClusters(): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(JobEntity, 'job')
      .innerJoin(
        'clusters',
        'cluster',
        'cluster.name = job.cluster AND cluster.disabled = 1 AND cluster.keeps_jobs = 0',
      )
      .select('job.id', 'id')
      .where('job.state IN (:...states)', { states: [...ACTIVE_JOB_STATES] })
      .getRawMany<{ id: string }>();
    return rows.map((row) => row.id);
  }

  /** Removes all jobs of a cluster with everything of theirs. */
  async removeAllOf(cluster: string, transaction: Transaction): Promise<void> {
    for (const table of ['workers', 'job_stages', 'job_events']) {
      await transaction.query(
        `DELETE FROM ${table} WHERE job_id IN (SELECT id FROM jobs WHERE cluster = ?)`,
        [cluster],
      );
    }
    await transaction.delete(JobEntity, { cluster });
  }

  /** The newest sequence of each job, for streams. */
  async sequences(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.source.manager.query<{ id: string; sequence: number | string }[]>(
      `SELECT id, sequence FROM jobs WHERE id IN (${ids.map(() => '?').join(', ')})`,
      [...ids],
    );
    return new Map(rows.map((row) => [row.id, Number(row.sequence)]));
  }

  /** The newest events of a job, oldest first. */
  async latestEvents(jobId: string, limit: number): Promise<JobEventEntity[]> {
    const newest = 'WHERE job_id = ? ORDER BY sequence DESC LIMIT ?';
    return (await this.rows.select(JobEventEntity, newest, [jobId, limit])).reverse();
  }

  /** The next events of a job after `sequence`, oldest first. */
  async eventsAfter(jobId: string, sequence: number, limit: number): Promise<JobEventEntity[]> {
    const next = 'WHERE job_id = ? AND sequence > ? ORDER BY sequence LIMIT ?';
    return this.rows.select(JobEventEntity, next, [jobId, sequence, limit]);
  }
}
