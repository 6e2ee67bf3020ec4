import { Injectable } from '@nestjs/common';
import { findRow, insertRows, lockRow, selectRows, updateRow, type Transaction } from '@portolan/service';
import { DataSource, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { DurationType } from './job-record.dto';
import { ACTIVE_JOB_STATES, JobState } from './job-states';
import { StreamJobEntity, JobEventEntity, StageEntity, WorkerEntity, type JobEvent } from './job.entity';

/** A Transient job without subscribers; `unsubscribedSince` in ms since the epoch. */
export type UnsubscribedJob = Pick<
  StreamJobEntity,
  'id' | 'startedAt' | 'subscriptionTimeoutSecs' | 'heartbeatIntervalSecs'
> & { minRuntimeSecs: number; unsubscribedSince: number };

/** The rows of a job that is inserted; its events are numbered from 1. */
export interface NewJob {
  job: StreamJobEntity;
  stages: StageEntity[];
  workers: WorkerEntity[];
  events: readonly JobEvent[];
}

const eventRows = (jobId: string, first: number, events: readonly JobEvent[]): JobEventEntity[] =>
  events.map((event, index) => ({ jobId, sequence: first + index, event }));

const active = () => In([...ACTIVE_JOB_STATES]);
const NEWEST_FIRST = { number: 'DESC' } as const;

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

@Injectable()
export class StreamJobRepository {
  constructor(private readonly source: DataSource) {}

  /** Locks a job: the holder of the lock may change the job, its stages and its workers. */
  lock(id: string, transaction: Transaction) {
    return lockRow(transaction, StreamJobEntity, { id });
  }

  /** Inserts jobs with a statement for each table. */
  async insert(jobs: readonly NewJob[], transaction: Transaction): Promise<void> {
    const events = jobs.flatMap(({ job, events }) => eventRows(job.id, 1, events));
    await insertRows(
      transaction,
      StreamJobEntity,
      jobs.map(({ job }) => job),
    );
    await insertRows(
      transaction,
      StageEntity,
      jobs.flatMap(({ stages }) => stages),
    );
    await insertRows(
      transaction,
      WorkerEntity,
      jobs.flatMap(({ workers }) => workers),
    );
    await insertRows(transaction, JobEventEntity, events);
  }

  async save(job: StreamJobEntity, transaction: Transaction): Promise<void> {
    const { id, state, startedAt, terminatedAt, nextWorkerNumber, sequence, endReason } = job;
    const mutable = { state, startedAt, terminatedAt, nextWorkerNumber, sequence, endReason };
    await updateRow(transaction, StreamJobEntity, { id }, mutable);
  }

  async saveStage(stage: StageEntity, transaction: Transaction): Promise<void> {
    await transaction.update(StageEntity, { jobId: stage.jobId, stageNum: stage.stageNum }, stage);
  }

  /** @param first the sequence of the first event */
  addEvents(jobId: string, first: number, events: readonly JobEvent[], transaction: Transaction) {
    return insertRows(transaction, JobEventEntity, eventRows(jobId, first, events));
  }

  find(id: string, manager: Transaction = this.source.manager): Promise<StreamJobEntity | null> {
    return findRow(manager, StreamJobEntity, { id });
  }

  stagesOf(jobId: string, manager: Transaction = this.source.manager): Promise<StageEntity[]> {
    return selectRows(manager, StageEntity, 'WHERE job_id = ? ORDER BY stage_num', [jobId]);
  }

  /** Returns the active jobs of a cluster, newest first. */
  activeOf(cluster: string, manager: Transaction = this.source.manager): Promise<StreamJobEntity[]> {
    return manager.find(StreamJobEntity, { where: { cluster, state: active() }, order: NEWEST_FIRST });
  }

  /** Returns the newest active job with a `userProvidedType`. */
  activeWithUniqueType(cluster: string, uniqueType: string, transaction: Transaction) {
    const where = { cluster, uniqueType, state: active() };
    return transaction.findOne(StreamJobEntity, { where, order: NEWEST_FIRST });
  }

  /** Returns the newest job of a cluster; with `activeOnly` the newest active one. */
  newestOf(cluster: string, activeOnly = false, manager: Transaction = this.source.manager) {
    const where = { cluster, ...(activeOnly ? { state: active() } : {}) };
    return manager.findOne(StreamJobEntity, { where, order: NEWEST_FIRST });
  }

  /** Returns the user of the job of a cluster that ended last; undefined when none has ended. */
  async userOfLastEnded(cluster: string): Promise<string | undefined> {
    const job = await this.source.manager.findOne(StreamJobEntity, {
      select: { id: true, user: true },
      where: { cluster, terminatedAt: Not(IsNull()) },
      order: { terminatedAt: 'DESC', number: 'DESC' },
    });
    return job?.user;
  }

  /** Returns the newest job of a cluster that was ever Launched. */
  newestLaunchedOf(cluster: string): Promise<StreamJobEntity | null> {
    const where = { cluster, startedAt: MoreThan(0) };
    return this.source.manager.findOne(StreamJobEntity, { where, order: NEWEST_FIRST });
  }

  /** Returns the id of the newest Launched job of each of these clusters that has one. */
  async newestRunning(clusters: readonly string[]): Promise<string[]> {
    if (clusters.length === 0) return [];
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT j.id AS id FROM jobs j JOIN (SELECT cluster, MAX(number) AS newest FROM jobs
         WHERE state = ? AND cluster IN (?) GROUP BY cluster) n
       ON n.cluster = j.cluster AND n.newest = j.number`,
      [JobState.Launched, clusters],
    );
    return ids(rows);
  }

  acceptedBefore(time: number): Promise<Pick<StreamJobEntity, 'id' | 'submittedAt'>[]> {
    return this.source.manager.find(StreamJobEntity, {
      select: { id: true, submittedAt: true },
      where: { state: JobState.Accepted, submittedAt: LessThan(time) },
    });
  }

  async terminating(): Promise<string[]> {
    const state = In([JobState.TerminatingNormal, JobState.TerminatingAbnormal]);
    return ids(await this.source.manager.find(StreamJobEntity, { select: { id: true }, where: { state } }));
  }

  async beyondRuntimeLimit(now: number): Promise<string[]> {
    const limit = `CAST(JSON_VALUE(job.sla, '$.runtimeLimitSecs') AS UNSIGNED)`;
    const rows = await this.source.manager
      .createQueryBuilder(StreamJobEntity, 'job')
      .select('job.id', 'id')
      .where('job.state = :state', { state: JobState.Launched })
      .andWhere(`${limit} > 0`)
      .andWhere(`job.startedAt + ${limit} * 1000 <= :now`, { now })
      .getRawMany<{ id: string }>();
    return ids(rows);
  }

  /** Returns Launched Transient jobs whose sink workers all report no subscribers. */
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

  /** Returns active jobs of disabled clusters, which an interrupted disabling left over. */
  async activeOfDisabledClusters(): Promise<string[]> {
    const theirs = 'cluster.name = job.cluster AND cluster.disabled = 1 AND cluster.keeps_jobs = 0';
    const rows = await this.source.manager
      .createQueryBuilder(StreamJobEntity, 'job')
      .innerJoin('clusters', 'cluster', theirs)
      .select('job.id', 'id')
      .where('job.state IN (:...states)', { states: [...ACTIVE_JOB_STATES] })
      .getRawMany<{ id: string }>();
    return ids(rows);
  }

  /** Removes the jobs of a cluster. Locks them first: a late change would leave events to the next job with the same id. */
  async removeAllOf(cluster: string, transaction: Transaction): Promise<void> {
    await transaction.query('SELECT id FROM jobs WHERE cluster = ? FOR UPDATE', [cluster]);
    for (const table of ['workers', 'job_stages', 'job_events']) {
      const statement = `DELETE FROM ${table} WHERE job_id IN (SELECT id FROM jobs WHERE cluster = ?)`;
      await transaction.query(statement, [cluster]);
    }
    await transaction.delete(StreamJobEntity, { cluster });
  }

  /** Returns the newest sequence of each job, for streams. */
  async sequences(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.source.manager.query<{ id: string; sequence: number | string }[]>(
      'SELECT id, sequence FROM jobs WHERE id IN (?)',
      [ids],
    );
    return new Map(rows.map((row) => [row.id, Number(row.sequence)]));
  }

  /** Returns the newest events of a job, oldest first. */
  async latestEvents(jobId: string, limit: number): Promise<JobEventEntity[]> {
    const newest = 'WHERE job_id = ? ORDER BY sequence DESC LIMIT ?';
    return (await selectRows(this.source.manager, JobEventEntity, newest, [jobId, limit])).reverse();
  }

  /** Returns the newest events of a job that are not older than `since`, ms since the epoch; oldest first. */
  async eventsSince(jobId: string, since: number, limit: number): Promise<JobEventEntity[]> {
    const newest = `WHERE job_id = ? AND CAST(JSON_VALUE(event, '$.timestamp') AS UNSIGNED) >= ?
      ORDER BY sequence DESC LIMIT ?`;
    return (await selectRows(this.source.manager, JobEventEntity, newest, [jobId, since, limit])).reverse();
  }

  /** Returns the next events of a job after `sequence`, oldest first. */
  async eventsAfter(jobId: string, sequence: number, limit: number): Promise<JobEventEntity[]> {
    const next = 'WHERE job_id = ? AND sequence > ? ORDER BY sequence LIMIT ?';
    return selectRows(this.source.manager, JobEventEntity, next, [jobId, sequence, limit]);
  }
}
