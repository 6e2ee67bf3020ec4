import { Injectable } from '@nestjs/common';
import { LaunchState } from '@portolan/launches';
import { findRow, updateRow, type Transaction } from '@portolan/service';
import { DataSource, In, IsNull, MoreThan, Not } from 'typeorm';
import { EntityRows } from './entity-rows.repository';
import { ResubmitCause, WorkerEntity } from './job.entity';
import { PLACED_STATES, WorkerReason, WorkerState } from './worker-states';

/** A worker that should be offered to nodes. */
export type DueWorker = Pick<WorkerEntity, 'jobId' | 'workerNumber' | 'agentCluster'>;

/** The table of workers. Everything but heartbeats is written with the job's row locked. */
@Injectable()
export class WorkerRepository {
  constructor(
    private readonly source: DataSource,
    private readonly rows: EntityRows,
  ) {}

  async insert(workers: readonly WorkerEntity[], transaction: Transaction): Promise<void> {
    await this.rows.insert(WorkerEntity, workers, transaction);
  }

  /** Writes what changes of a worker, apart from what only its heartbeats say. */
  async save(worker: WorkerEntity, transaction: Transaction): Promise<void> {
    const { jobId, workerNumber, unsubscribedSince, ...others } = worker;
    const { stageNum, workerIndex, acceptedAt, totalResubmitCount, ...moving } = others;
    await updateRow(transaction, WorkerEntity, { jobId, workerNumber }, moving);
  }

  /** Writes launch and agent cluster of some workers of a job, in one statement. */
  async saveLaunches(
    jobId: string,
    workers: readonly WorkerEntity[],
    transaction: Transaction,
  ): Promise<void> {
    const marks = workers.map(() => '?').join(', ');
    const numbers = workers.map(({ workerNumber }) => workerNumber);
    await transaction.query(
      `UPDATE workers SET launch_id = ELT(FIELD(worker_number, ${marks}), ${marks}),
         agent_cluster = ELT(FIELD(worker_number, ${marks}), ${marks})
       WHERE job_id = ? AND worker_number IN (${marks})`,
      [
        ...[...numbers, ...workers.map(({ launchId }) => launchId)],
        ...[...numbers, ...workers.map(({ agentCluster }) => agentCluster)],
        ...[jobId, ...numbers],
      ],
    );
  }

  /** Makes all workers of a job that are not over Completed with reason Killed: one statement, however many. */
  async killAllOf(jobId: string, now: number, transaction: Transaction): Promise<void> {
    const over = [WorkerState.Completed, WorkerState.Failed];
    await transaction.update(
      WorkerEntity,
      { jobId, state: Not(In(over)) },
      { state: WorkerState.Completed, reason: WorkerReason.Killed, completedAt: now },
    );
  }

  async find(jobId: string, workerNumber: number, transaction?: Transaction): Promise<WorkerEntity | null> {
    return findRow(transaction ?? this.source.manager, WorkerEntity, { jobId, workerNumber });
  }

  async byLaunch(launchId: string, transaction?: Transaction): Promise<WorkerEntity | null> {
    return findRow(transaction ?? this.source.manager, WorkerEntity, { launchId });
  }

  /** The current worker of every index, by stage and index. */
  async currentOf(jobId: string, transaction?: Transaction): Promise<WorkerEntity[]> {
    const rest = 'WHERE job_id = ? AND current_index IS NOT NULL ORDER BY stage_num, worker_index';
    return this.rows.select(WorkerEntity, rest, [jobId], transaction);
  }

  /** Workers that have a place: a node has them. */
  async placed(): Promise<WorkerEntity[]> {
    return this.source.manager.find(WorkerEntity, {
      where: { state: In([...PLACED_STATES]), currentIndex: Not(IsNull()) },
      order: { jobId: 'ASC', workerNumber: 'ASC' },
    });
  }

  /** Ids of jobs that have workers on nodes of other agent clusters than these. */
  async jobsOutside(agentClusters: readonly string[]): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(WorkerEntity, 'worker')
      .select('DISTINCT worker.jobId', 'jobId')
      .where('worker.state IN (:...states) AND worker.currentIndex IS NOT NULL', {
        states: PLACED_STATES,
      })
      .andWhere('worker.agentCluster NOT IN (:...agentClusters)', { agentClusters })
      .getRawMany<{ jobId: string }>();
    return rows.map((row) => row.jobId);
  }

  /** When a worker of the job was last moved to another agent cluster, ms since the epoch. */
  async lastMigrationAt(jobId: string, transaction: Transaction): Promise<number | undefined> {
    const moved = await transaction.findOne(WorkerEntity, {
      select: { jobId: true, workerNumber: true, acceptedAt: true },
      where: { jobId, resubmitCause: ResubmitCause.Migration },
      order: { workerNumber: 'DESC' },
    });
    return moved?.acceptedAt;
  }

  /** The newest workers that were replaced or removed, by number; of a job that is over of all its workers. */
  async archivedOf(jobId: string, jobIsOver: boolean, limit: number): Promise<WorkerEntity[]> {
    const which = `WHERE job_id = ? ${jobIsOver ? '' : 'AND current_index IS NULL'}`;
    const newest = await this.rows.select(
      WorkerEntity,
      `${which} ORDER BY worker_number DESC LIMIT ${limit}`,
      [jobId],
    );
    return newest.reverse();
  }

  /**
   * Notes a heartbeat of a started worker: one statement, no lock on the job.
   *
   * @param subscribed whether somebody listens to it, when it says so
   * @returns false when there is no such worker or it is not Started
   */
  async noteHeartbeat(
    jobId: string,
    workerNumber: number,
    now: number,
    subscribed?: boolean,
  ): Promise<boolean> {
    const since = subscribed ? null : () => `COALESCE(unsubscribed_since, ${Math.trunc(now)})`;
    const result = await this.source.manager.update(
      WorkerEntity,
      { jobId, workerNumber, state: WorkerState.Started },
      { lastHeartbeatAt: now, ...(subscribed === undefined ? {} : { unsubscribedSince: since }) },
    );
    return (result.affected ?? 0) > 0;
  }

  /** How many current workers of a job are in each state, the job master's left out when `fromStage` is 1. */
  async countStates(
    jobId: string,
    fromStage: number,
    transaction: Transaction,
  ): Promise<Map<WorkerState, number>> {
    const rows = await transaction.query<{ state: WorkerState; count: number | string }[]>(
      `SELECT state, COUNT(*) AS count FROM workers
       WHERE job_id = ? AND current_index IS NOT NULL AND stage_num >= ? GROUP BY state`,
      [jobId, fromStage],
    );
    return new Map(rows.map((row) => [row.state, Number(row.count)]));
  }

  /** Replacements after failures that a job has had since `since`. */
  async countFailureResubmits(jobId: string, since: number, transaction: Transaction): Promise<number> {
    return transaction.countBy(WorkerEntity, {
      jobId,
      resubmitCause: ResubmitCause.Failure,
      acceptedAt: MoreThan(since),
    });
  }

  /** Workers that should be offered to nodes now, oldest first. */
  async due(now: number, limit: number): Promise<DueWorker[]> {
    return this.source.manager.query<DueWorker[]>(
      `SELECT job_id AS jobId, worker_number AS workerNumber, agent_cluster AS agentCluster FROM workers
       WHERE state = ? AND launch_id IS NULL AND launch_after <= ?
       ORDER BY launch_after, job_id, worker_number LIMIT ?`,
      [WorkerState.Accepted, now, limit],
    );
  }

  /** When the next worker is due after `now`; undefined when none waits. */
  async nextDueAt(now: number): Promise<number | undefined> {
    const [row] = await this.source.manager.query<{ next: number | string }[]>(
      `SELECT launch_after AS next FROM workers WHERE state = ? AND launch_id IS NULL AND launch_after > ?
       ORDER BY launch_after LIMIT 1`,
      [WorkerState.Accepted, now],
    );
    return row && Number(row.next);
  }

  /** Launches that go on although their worker is over, or is gone, and that nobody has been asked to stop. */
  async launchesToStop(limit: number): Promise<string[]> {
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT l.id AS id FROM launches l LEFT JOIN workers w ON w.launch_id = l.id
       WHERE l.state IN (?, ?, ?) AND l.stop_requested_at IS NULL AND (w.state IS NULL OR w.state IN (?, ?))
       LIMIT ${limit}`,
      [
        LaunchState.Offered,
        LaunchState.Claimed,
        LaunchState.Running,
        WorkerState.Failed,
        WorkerState.Completed,
      ],
    );
    return rows.map((row) => row.id);
  }

  /** Launches of a job that have not ended. */
  async openLaunches(jobId: string, transaction: Transaction): Promise<number> {
    const [row] = await transaction.query<{ running: number | string }[]>(
      `SELECT COUNT(*) AS running FROM workers w JOIN launches l ON l.id = w.launch_id
       WHERE w.job_id = ? AND l.state <> ?`,
      [jobId, LaunchState.Ended],
    );
    return Number(row?.running ?? 0);
  }

  /**
   * Current workers whose last sign of life is too old: 1.5 times the job's own time limit, or the service's.
   *
   * @param graceMs what a worker gets besides that was launched but has not started
   */
  async silent(now: number, timeoutMs: number, graceMs: number): Promise<WorkerEntity[]> {
    const limit = `(CASE WHEN job.worker_timeout_secs > 0 THEN job.worker_timeout_secs * 1000 ELSE :timeoutMs END) * 1.5`;
    const grace = `(CASE WHEN worker.state = :started THEN 0 ELSE :graceMs END)`;
    return this.source.manager
      .createQueryBuilder(WorkerEntity, 'worker')
      .innerJoin('jobs', 'job', 'job.id = worker.jobId')
      .where('worker.state IN (:...states) AND worker.currentIndex IS NOT NULL', {
        states: PLACED_STATES,
      })
      .andWhere(`COALESCE(worker.lastHeartbeatAt, worker.launchedAt) + ${limit} + ${grace} < :now`, {
        now,
        timeoutMs,
        graceMs,
        started: WorkerState.Started,
      })
      .getMany();
  }
}
