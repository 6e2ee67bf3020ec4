import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  ErrorKind,
  ServiceError,
  Transactions,
  actingUser,
  isDuplicateKey,
  malformed,
  notFound,
  requireOwner,
  type Principal,
  type Transaction,
} from '@portolan/service';
import { validateBody } from '@portolan/validation';
import { ignoresUnknown, readTags } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { ApiView } from '../http/api-address';
import { totalByPage, type Query } from '../query/paging';
import type { Found } from '../query/search-page';
import { readSearch } from '../query/searchable';
import { applyJsonPatch } from '../registry/json-patch';
import { FireRecordingService } from './firing/fire-recording.service';
import { readSchedule, refuseUnscheduled, withStoredSecret } from './read-schedule';
import { nextFire, nextFires } from './rules/schedule-times';
import { ScheduleRequest } from './schedule.dto';
import { SCHEDULES } from './schedule-searchable';
import { fireView, scheduleView, type ShownSchedule } from './schedule-view';
import { FireRepository } from './store/fire.repository';
import type { ScheduleEntity } from './store/schedule.entity';
import { ScheduleRepository } from './store/schedule.repository';

const NEXT_FIRES = 5;
/** Time for which the next fires of a page may hold the event loop, ms. */
const SLICE_MS = 5;

/** Creates, shows, changes and deletes schedules. */
@Injectable()
export class SchedulesService {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly fires: FireRepository,
    private readonly recording: FireRecordingService,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** @returns the id. @throws ServiceError: exists when the client's id is in use, forbidden in another user's name */
  async create(body: unknown, caller: Principal | undefined): Promise<string> {
    const now = Date.now();
    const columns = this.read(body, caller, now);
    const row = { ...columns, created: now, updated: now, nextAt: firstFire(columns, now) };
    try {
      await this.transactions.run((transaction) => this.schedules.insert(row, transaction));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new ServiceError(ErrorKind.Exists, `A schedule with id ${row.id} already exists`);
    }
    return row.id;
  }

  /** @throws ServiceError (notFound) */
  async get(id: string): Promise<ShownSchedule> {
    const [shown] = await this.withFires([found(id, await this.schedules.find(id))]);
    return shown!;
  }

  async search(query: Query): Promise<Found<ShownSchedule>> {
    const search = readSearch(SCHEDULES, query, ignoresUnknown(this.config.COMPATIBILITY));
    const { conditions, paging } = search;
    const rows = await this.schedules.page(conditions, paging);
    const total = totalByPage(rows.length, paging) ?? (await this.schedules.count(conditions));
    return { search, rows: await this.withFires(rows), total };
  }

  /** Replaces all writable fields. @throws ServiceError: notFound, forbidden, malformed, constraint */
  replace(id: string, body: unknown, caller: Principal | undefined): Promise<void> {
    return this.change(id, caller, (row, now) => this.overwrite(row, body, caller, now));
  }

  /** Applies a JSON Patch to the schedule as its owner sees it. @throws as {@link replace} */
  async patch(id: string, patch: unknown, api: ApiView): Promise<void> {
    const { lastFire, nextFires } = await this.get(id);
    await this.change(id, api.caller, (row, now) => {
      const shown = scheduleView({ schedule: row, lastFire, nextFires }, api);
      this.overwrite(row, applyJsonPatch(shown, patch), api.caller, now);
    });
  }

  /** Fires due while it is paused are neither made up nor recorded. @throws ServiceError: notFound, forbidden */
  async setPaused(id: string, paused: boolean, caller: Principal | undefined): Promise<void> {
    await this.change(id, caller, (row, now) => {
      row.pausedAt = paused ? (row.pausedAt ?? now) : null;
    });
  }

  /** Deletes a schedule with its fires; its jobs stay. @throws ServiceError: notFound, forbidden */
  async remove(id: string, caller: Principal | undefined): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await this.lockOwn(id, caller, transaction);
      await this.schedules.remove(id, transaction);
    });
  }

  /** Locks a schedule that the caller may change. @throws ServiceError: notFound, forbidden */
  async lockOwn(
    id: string,
    caller: Principal | undefined,
    transaction: Transaction,
  ): Promise<ScheduleEntity> {
    const row = found(id, await this.schedules.lock(id, transaction));
    requireOwner(caller, row.user, `schedule ${id}`);
    return row;
  }

  private async change(
    id: string,
    caller: Principal | undefined,
    change: (row: ScheduleEntity, now: number) => void,
  ): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const row = await this.lockOwn(id, caller, transaction);
      const now = Date.now();
      // Fires due until now follow the rules before the change.
      const next = await this.recording.recordAll(row, now, transaction);
      const before = { ...row };
      change(row, now);
      const isSame = (['cron', 'timeZone', 'start', 'end', 'pausedAt'] as const).every(
        (name) => row[name] === before[name],
      );
      row.nextAt = isSame ? next : firstFire(row, now);
      if (before.pausedAt !== null && row.pausedAt === null)
        await this.fires.forget(id, before.pausedAt, now, transaction);
      row.updated = Math.max(now, row.updated);
      await this.schedules.save(row, transaction);
    });
  }

  private overwrite(row: ScheduleEntity, body: unknown, caller: Principal | undefined, now: number): void {
    Object.assign(row, this.read(withStoredSecret(body, row.document.request), caller, now, row));
  }

  private read(body: unknown, caller: Principal | undefined, now: number, stored?: ScheduleEntity) {
    refuseUnscheduled(body);
    const request = validateBody(ScheduleRequest, readTags(this.config.COMPATIBILITY, body));
    if (stored && request.id && request.id !== stored.id) {
      throw malformed('id', `the id of the body is ${request.id}, that of the address ${stored.id}`);
    }
    actingUser(caller, request.user);
    return readSchedule(request, this.config, now, stored);
  }

  private async withFires(schedules: readonly ScheduleEntity[]): Promise<ShownSchedule[]> {
    const newest = await this.fires.newest(schedules.map(({ id }) => id));
    const existing = await this.fires.existingJobs(newest.flatMap(({ jobId }) => jobId ?? []));
    const fires = new Map(newest.map((fire) => [fire.scheduleId, fireView(fire, existing)]));
    const now = Date.now();
    const shown: ShownSchedule[] = [];
    let begun = performance.now();
    for (const schedule of schedules) {
      const lastFire = fires.get(schedule.id) ?? null;
      shown.push({ schedule, lastFire, nextFires: knownFires(schedule, now) });
      if (performance.now() - begun < SLICE_MS) continue;
      await nextTurn();
      begun = performance.now();
    }
    return shown;
  }
}

/** Returns the next fires; none for a time zone that this release does not know any more (V3-SCHED-23). */
function knownFires(schedule: ScheduleEntity, now: number): number[] {
  try {
    return nextFires(schedule, now, NEXT_FIRES);
  } catch {
    return [];
  }
}

/** Returns the first fire after now; null while paused, and when there is none. */
const firstFire = (schedule: Omit<ScheduleEntity, 'created' | 'updated' | 'nextAt'>, now: number) =>
  schedule.pausedAt !== null ? null : (nextFire(schedule, now) ?? null);

/** @throws ServiceError (notFound) */
export function found(id: string, row: ScheduleEntity | null): ScheduleEntity {
  if (row === null) throw notFound(`No schedule with id ${id} exists`);
  return row;
}
