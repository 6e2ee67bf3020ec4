import { Injectable } from '@nestjs/common';
import { LaunchState } from '@portolan/launches';
import {
  findRow,
  insertRows,
  selectRows,
  updateRow,
  type LaunchIdentity,
  type Transaction,
} from '@portolan/service';
import { DataSource, In, IsNull, MoreThan, Not } from 'typeorm';
import { ResubmitCause, WorkerEntity } from './job.entity';
import { IS_SILENT } from './silent-worker';
import { PLACED_STATES, WorkerReason, WorkerState, workerStatesBefore } from './worker-states';

/** A worker that is due to be offered to nodes. */
export type DueWorker = Pick<WorkerEntity, 'jobId' | 'workerNumber' | 'agentCluster'>;

const RUNNING_LAUNCH = [LaunchState.Offered, LaunchState.Claimed, LaunchState.Running];
const IS_PLACED = 'worker.state IN (:...states) AND worker.currentIndex IS NOT NULL';

/** The table of workers. Every write but a heartbeat holds the lock of the job's row. */
@Injectable()
export class WorkerRepository {
  constructor(private readonly source: DataSource) {}

  insert(workers: readonly WorkerEntity[], transaction: Transaction): Promise<void> {
    return insertRows(transaction, WorkerEntity, workers);
  }

  /** Writes the mutable columns of a worker, except for those that only heartbeats write. */
  async save(worker: WorkerEntity, transaction: Transaction): Promise<void> {
    const { jobId, workerNumber, unsubscribedSince, ...others } = worker;
    const { stageNum, workerIndex, acceptedAt, totalResubmitCount, ...mutable } = others;
    await updateRow(transaction, WorkerEntity, { jobId, workerNumber }, mutable);
  }

  /** Writes launch and agent cluster of some workers of a job, in one statement. */
  async saveLaunches(jobId: string, workers: readonly WorkerEntity[], transaction: Transaction) {
    const numbers = workers.map(({ workerNumber }) => workerNumber);
    await transaction.query(
      `UPDATE workers SET launch_id = ELT(FIELD(worker_number, ?), ?), agent_cluster = ELT(FIELD(worker_number, ?), ?)
       WHERE job_id = ? AND worker_number IN (?)`,
      [
        ...[numbers, workers.map(({ launchId }) => launchId)],
        ...[numbers, workers.map(({ agentCluster }) => agentCluster)],
        ...[jobId, numbers],
      ],
    );
  }

  /** Moves all workers of a job that have not ended to Completed with reason Killed, in one statement. */
  async killAllOf(jobId: string, cause: string, now: number, transaction: Transaction): Promise<void> {
    const killed = { state: WorkerState.Completed, reason: WorkerReason.Killed, cause, completedAt: now };
    await transaction.update(WorkerEntity, { jobId, state: In(workerStatesBefore(killed.state)) }, killed);
  }

  find(jobId: string, workerNumber: number, manager: Transaction = this.source.manager) {
    return findRow(manager, WorkerEntity, { jobId, workerNumber });
  }

  byLaunch(launchId: string, manager: Transaction = this.source.manager): Promise<WorkerEntity | null> {
    return findRow(manager, WorkerEntity, { launchId });
  }

  /** Returns the current worker of every index, ordered by stage and index. */
  currentOf(jobId: string, manager: Transaction = this.source.manager): Promise<WorkerEntity[]> {
    const rest = 'WHERE job_id = ? AND current_index IS NOT NULL ORDER BY stage_num, worker_index';
    return selectRows(manager, WorkerEntity, rest, [jobId]);
  }

  placed(): Promise<WorkerEntity[]> {
    return this.source.manager.find(WorkerEntity, {
      where: { state: In([...PLACED_STATES]), currentIndex: Not(IsNull()) },
      order: { jobId: 'ASC', workerNumber: 'ASC' },
    });
  }

  /** Returns the ids of jobs with workers on nodes of other agent clusters than these. */
  async jobsOutside(agentClusters: readonly string[]): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(WorkerEntity, 'worker')
      .select('DISTINCT worker.jobId', 'jobId')
      .where(IS_PLACED, { states: PLACED_STATES })
      .andWhere('worker.agentCluster NOT IN (:...agentClusters)', { agentClusters })
      .getRawMany<{ jobId: string }>();
    return rows.map((row) => row.jobId);
  }

  /** Returns when a worker of the job was last moved to another agent cluster, ms since the epoch. */
  async lastMigrationAt(jobId: string, transaction: Transaction): Promise<number | undefined> {
    const moved = await transaction.findOne(WorkerEntity, {
      select: { jobId: true, workerNumber: true, acceptedAt: true },
      where: { jobId, resubmitCause: ResubmitCause.Migration },
      order: { workerNumber: 'DESC' },
    });
    return moved?.acceptedAt;
  }

  /** Returns the newest archived workers, ordered by number; every worker of a finished job is archived. */
  async archivedOf(jobId: string, jobIsOver: boolean, limit: number): Promise<WorkerEntity[]> {
    const which = jobIsOver ? '' : 'AND current_index IS NULL';
    const rest = `WHERE job_id = ? ${which} ORDER BY worker_number DESC LIMIT ?`;
    return (await selectRows(this.source.manager, WorkerEntity, rest, [jobId, limit])).reverse();
  }

  /**
   * Records a heartbeat without locking the job; false unless the worker is Started. @param submittedAt of the job; undefined: of any
   * @param subscribed absent: not reported
   */
  async noteHeartbeat(
    { jobId, workerNumber, submittedAt }: Omit<LaunchIdentity, 'isMaster'>,
    now: number,
    subscribed?: boolean,
  ): Promise<boolean> {
    const since = subscribed ? null : () => `COALESCE(unsubscribed_since, ${Math.trunc(now)})`;
    const update = this.source.manager
      .createQueryBuilder()
      .update(WorkerEntity)
      .set({ lastHeartbeatAt: now, ...(subscribed === undefined ? {} : { unsubscribedSince: since }) })
      .where({ jobId, workerNumber, state: WorkerState.Started });
    if (submittedAt !== undefined)
      update.andWhere('EXISTS (SELECT 1 FROM jobs j WHERE j.id = job_id AND j.submitted_at = :submittedAt)', {
        submittedAt,
      });
    return ((await update.execute()).affected ?? 0) > 0;
  }

  /** Counts the current workers of a job by state; `fromStage` 1 leaves the job master out. */
  async countStates(jobId: string, fromStage: number, transaction: Transaction) {
    const rows = await transaction.query<{ state: WorkerState; count: number | string }[]>(
      `SELECT state, COUNT(*) AS count FROM workers
       WHERE job_id = ? AND current_index IS NOT NULL AND stage_num >= ? GROUP BY state`,
      [jobId, fromStage],
    );
    return new Map(rows.map((row) => [row.state, Number(row.count)]));
  }

  /** Counts the replacements after failures of a job since `since`. */
  countFailureResubmits(jobId: string, since: number, transaction: Transaction): Promise<number> {
    const replaced = { resubmitCause: ResubmitCause.Failure, acceptedAt: MoreThan(since) };
    return transaction.countBy(WorkerEntity, { jobId, ...replaced });
  }

  /** Returns the workers that are due to be offered to nodes, oldest first. @param except ids of jobs */
  due(now: number, limit: number, except: readonly string[]): Promise<DueWorker[]> {
    const others = except.length > 0 ? 'AND job_id NOT IN (?)' : '';
    return this.source.manager.query<DueWorker[]>(
      `SELECT job_id AS jobId, worker_number AS workerNumber, agent_cluster AS agentCluster FROM workers
       WHERE state = ? AND launch_id IS NULL AND launch_after <= ? ${others}
       ORDER BY launch_after, job_id, worker_number LIMIT ?`,
      [WorkerState.Accepted, now, ...(others ? [except] : []), limit],
    );
  }

  /** Returns when the next worker is due after `now`; undefined when none waits. */
  async nextDueAt(now: number): Promise<number | undefined> {
    const [row] = await this.source.manager.query<{ next: number | string }[]>(
      `SELECT launch_after AS next FROM workers WHERE state = ? AND launch_id IS NULL AND launch_after > ?
       ORDER BY launch_after LIMIT 1`,
      [WorkerState.Accepted, now],
    );
    return row && Number(row.next);
  }

  /** Returns running launches whose worker has ended or was removed, and which have not been asked to stop. */
  async launchesToStop(limit: number): Promise<string[]> {
    const rows = await this.source.manager.query<{ id: string }[]>(
      `SELECT l.id AS id FROM launches l LEFT JOIN workers w ON w.launch_id = l.id
       WHERE l.state IN (?) AND l.stop_requested_at IS NULL AND (w.state IS NULL OR w.state IN (?))
       LIMIT ${limit}`,
      [RUNNING_LAUNCH, [WorkerState.Failed, WorkerState.Completed]],
    );
    return rows.map((row) => row.id);
  }

  /** Reports whether the launch of a worker has ended; retention may have deleted it since, and another job may have its id. */
  async hasEndedLaunch({ jobId, submittedAt, workerNumber }: LaunchIdentity): Promise<boolean> {
    interface Row {
      submittedAt: number | string;
      launchId: string | null;
      state: string | null;
    }
    const [row] = await this.source.manager.query<Row[]>(
      `SELECT j.submitted_at AS submittedAt, w.launch_id AS launchId, l.state FROM jobs j
         LEFT JOIN workers w ON w.job_id = j.id AND w.worker_number = ?
         LEFT JOIN launches l ON l.id = w.launch_id
       WHERE j.id = ?`,
      [workerNumber, jobId],
    );
    if (row === undefined) return false;
    if (submittedAt !== undefined && submittedAt !== Number(row.submittedAt)) return true;
    return row.launchId !== null && (row.state === null || row.state === LaunchState.Ended);
  }

  /** Counts the launches of a job that have not ended. */
  async openLaunches(jobId: string, transaction: Transaction): Promise<number> {
    const [row] = await transaction.query<{ running: number | string }[]>(
      `SELECT COUNT(*) AS running FROM workers w JOIN launches l ON l.id = w.launch_id
       WHERE w.job_id = ? AND l.state <> ?`,
      [jobId, LaunchState.Ended],
    );
    return Number(row?.running ?? 0);
  }

  /**
   * Returns current workers that are silent. @param timeoutMs of workers whose job names none @param graceMs additional time of a
   * worker that was launched but has not started
   */
  async silent(now: number, timeoutMs: number, graceMs: number): Promise<WorkerEntity[]> {
    const times = { now, timeoutMs, graceMs, started: WorkerState.Started };
    return this.source.manager
      .createQueryBuilder(WorkerEntity, 'worker')
      .innerJoin('jobs', 'job', 'job.id = worker.jobId')
      .where(IS_PLACED, { states: PLACED_STATES })
      .andWhere(IS_SILENT, times)
      .getMany();
  }
}
