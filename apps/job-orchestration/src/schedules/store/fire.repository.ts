import { Injectable } from '@nestjs/common';
import { selectRows, updateRow, type Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import type { JobEntity } from '../../jobs/job.entity';
import { ACTIVE_STATUSES } from '../../jobs/job-status';
import type { Condition } from '../../query/filters';
import type { Paging } from '../../query/paging';
import { matching } from '../../query/search.repository';
import { FireEntity, FireOrigin, FireOutcome, FirePhase } from './schedule.entity';

export type FireKey = Pick<FireEntity, 'scheduleId' | 'time'>;

/** The part of a fire's job that decisions need. */
export type FireJob = Pick<JobEntity, 'id' | 'status' | 'launchId' | 'killRequestedAt'>;

/** Rows per statement: building a statement holds the event loop. */
const WRITTEN_AT_ONCE = 500;

const OPEN_PHASES: readonly FirePhase[] = [
  FirePhase.Due,
  FirePhase.Waiting,
  FirePhase.Starting,
  FirePhase.Running,
];
/** Columns in the order of {@link valuesOf}; an update writes those after the key and the origin. */
const KEY_COLUMNS = ['schedule_id', 'fire_at', 'origin', 'overlap'];
const CHANGED_COLUMNS = ['updated', 'phase', 'outcome', 'due_at', 'job_id', 'reason'];
const COLUMNS = [...KEY_COLUMNS, ...CHANGED_COLUMNS].join();

const valuesOf = (fire: FireEntity): unknown[] => [
  ...[fire.scheduleId, fire.time, fire.origin, fire.overlap],
  ...[fire.updated, fire.phase, fire.outcome, fire.dueAt, fire.jobId, fire.reason],
];

/** The table of fires. */
@Injectable()
export class FireRepository {
  constructor(private readonly source: DataSource) {}

  /** Inserts fires; existing ones stay as they are. */
  async add(fires: readonly FireEntity[], transaction: Transaction): Promise<void> {
    await this.write(fires, 'schedule_id = schedule_id', transaction);
  }

  /** Writes the changes of existing fires of locked schedules. */
  async save(fires: readonly FireEntity[], transaction: Transaction): Promise<void> {
    const changes = CHANGED_COLUMNS.map((name) => `${name} = VALUES(${name})`).join();
    await this.write(fires, changes, transaction);
  }

  async find({ scheduleId, time }: FireKey, transaction: Transaction = this.source.manager) {
    return transaction.findOneBy(FireEntity, { scheduleId, time });
  }

  /** Returns the times of a schedule that have a fire, in a range that includes both bounds. */
  async timesBetween(scheduleId: string, from: number, to: number, transaction: Transaction) {
    const rows = await transaction.query<{ time: string | number }[]>(
      'SELECT fire_at AS time FROM schedule_fires WHERE schedule_id = ? AND fire_at BETWEEN ? AND ?',
      [scheduleId, from, to],
    );
    return new Set(rows.map(({ time }) => Number(time)));
  }

  async dueSchedules(now: number, limit: number): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT schedule_id AS id FROM schedule_fires WHERE due_at <= ?
       GROUP BY schedule_id ORDER BY MIN(due_at) LIMIT ?`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  async anyWaiting(): Promise<boolean> {
    return this.source.manager.existsBy(FireEntity, { phase: FirePhase.Waiting });
  }

  /** Returns schedules with a waiting fire to act on: no job runs any more, or a job to be replaced has no kill request yet. */
  async releasedSchedules(limit: number): Promise<string[]> {
    const active = 'job.status IN (?)';
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT waiting.schedule_id AS id
       FROM schedule_fires waiting
       LEFT JOIN schedule_fires other
         ON other.schedule_id = waiting.schedule_id AND other.phase IN (?)
       LEFT JOIN jobs job ON job.id = other.job_id
       WHERE waiting.phase = ?
       GROUP BY waiting.schedule_id
       HAVING SUM(COALESCE(other.phase = ?, 0) + COALESCE(${active}, 0)) = 0
         OR (MAX(waiting.overlap = 'replace')
           AND SUM(COALESCE(${active} AND job.kill_requested_at IS NULL, 0)) > 0)
       LIMIT ?`,
      [
        [FirePhase.Starting, FirePhase.Running],
        FirePhase.Waiting,
        FirePhase.Starting,
        ACTIVE_STATUSES,
        ACTIVE_STATUSES,
        limit,
      ],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Returns and locks the open fires of locked schedules: a submission in progress may change one. Their keys are read first: a
   * locking read of the index by phase waits for such a fire where it was, and does not find it where it went.
   */
  async open(scheduleIds: readonly string[], transaction: Transaction): Promise<FireEntity[]> {
    if (scheduleIds.length === 0) return [];
    const keys = await transaction.query<{ id: string; time: string | number }[]>(
      'SELECT schedule_id AS id, fire_at AS time FROM schedule_fires WHERE phase IN (?) AND schedule_id IN (?)',
      [OPEN_PHASES, scheduleIds],
    );
    if (keys.length === 0) return [];
    const rest =
      'FORCE INDEX (PRIMARY) WHERE (schedule_id, fire_at) IN (?) ORDER BY schedule_id, fire_at FOR UPDATE';
    const locked = await selectRows(transaction, FireEntity, rest, [keys.map(({ id, time }) => [id, time])]);
    return locked.filter(({ phase }) => OPEN_PHASES.includes(phase));
  }

  /** Returns the unfinished jobs among the given ones. */
  async activeJobs(ids: readonly string[], transaction: Transaction): Promise<Map<string, FireJob>> {
    if (ids.length === 0) return new Map();
    const jobs = await transaction.query<FireJob[]>(
      `SELECT id, status, launch_id AS launchId, kill_requested_at AS killRequestedAt FROM jobs
       WHERE id IN (?) AND status IN (?)`,
      [ids, ACTIVE_STATUSES],
    );
    return new Map(jobs.map((job) => [job.id, job]));
  }

  /** Removes the fires of the clock that were due while their schedule was paused: after `pausedAt`, until `until`. */
  async forget(scheduleId: string, pausedAt: number, until: number, transaction: Transaction): Promise<void> {
    await transaction.query(
      `DELETE FROM schedule_fires
       WHERE schedule_id = ? AND phase = ? AND origin = ? AND due_at > ? AND due_at <= ?`,
      [scheduleId, FirePhase.Due, FireOrigin.Clock, pausedAt, until],
    );
  }

  async remove(fires: readonly FireKey[], transaction: Transaction): Promise<void> {
    for (const { scheduleId, time } of fires) await transaction.delete(FireEntity, { scheduleId, time });
  }

  /** Moves a fire out of one phase. @returns false when it has left that phase */
  async leave(
    { scheduleId, time }: FireKey,
    phase: FirePhase,
    change: Partial<FireEntity>,
    transaction: Transaction = this.source.manager,
  ): Promise<boolean> {
    return updateRow(transaction, FireEntity, { scheduleId, time, phase }, change);
  }

  async page(conditions: readonly Condition[], { page, size, sort }: Paging): Promise<FireEntity[]> {
    return this.shown(conditions)
      .orderBy('row.time', sort.at(-1)?.direction ?? 'DESC')
      .limit(size)
      .offset(page * size)
      .getMany();
  }

  async count(conditions: readonly Condition[]): Promise<number> {
    return this.shown(conditions).getCount();
  }

  /** Returns the newest fire of each schedule that has one. */
  async newest(scheduleIds: readonly string[]): Promise<FireEntity[]> {
    if (scheduleIds.length === 0) return [];
    const rest = `JOIN (
        SELECT id AS ofSchedule, (
          SELECT fire_at FROM schedule_fires
          WHERE schedule_id = schedules.id AND outcome IS NOT NULL ORDER BY fire_at DESC LIMIT 1
        ) AS newestAt FROM schedules WHERE id IN (?)
      ) newest ON schedule_id = ofSchedule AND fire_at = newestAt`;
    return selectRows(this.source.manager, FireEntity, rest, [scheduleIds]);
  }

  async existingJobs(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.source.query<{ id: string }[]>('SELECT id FROM jobs WHERE id IN (?)', [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Deletes fires that have not changed since `before`, ms since the epoch, and whose job does not run. @returns how many */
  async removeExpired(before: number, limit: number): Promise<number> {
    const { affectedRows } = await this.source.query<{ affectedRows: number }>(
      `DELETE FROM schedule_fires WHERE updated < ? AND phase IN (?)
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job_id AND jobs.status IN (?))
       ORDER BY updated LIMIT ?`,
      [before, [FirePhase.Over, FirePhase.Running], ACTIVE_STATUSES, limit],
    );
    return affectedRows;
  }

  private shown(conditions: readonly Condition[]) {
    const query = matching(this.source.manager, FireEntity, conditions);
    return query.andWhere('row.outcome IN (:...outcomes)', { outcomes: Object.values(FireOutcome) });
  }

  private async write(
    fires: readonly FireEntity[],
    onDuplicate: string,
    transaction: Transaction,
  ): Promise<void> {
    const sql = `INSERT INTO schedule_fires (${COLUMNS}) VALUES ? ON DUPLICATE KEY UPDATE ${onDuplicate}`;
    for (let from = 0; from < fires.length; from += WRITTEN_AT_ONCE)
      await transaction.query(sql, [fires.slice(from, from + WRITTEN_AT_ONCE).map(valuesOf)]);
  }
}
