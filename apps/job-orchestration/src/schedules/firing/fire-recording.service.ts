import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  RecentFailures,
  ServiceLogger,
  Transactions,
  isolateFailure,
  type Transaction,
} from '@portolan/service';
import { dueFires } from '../rules/due-fires';
import { FireRepository } from '../store/fire.repository';
import type { FireEntity, ScheduleEntity } from '../store/schedule.entity';
import { ScheduleRepository } from '../store/schedule.repository';
import { recordedFires } from './new-fire';
import { ScheduleMetricsService } from './schedule-metrics.service';

/** Maximum number of fires of one schedule recorded in one pass; the others follow in the next pass. */
const FIRES_AT_ONCE = 200;
/** Passes of one schedule before the remaining fires count as missed. */
const CHANGE_PASSES = 20;

/** Records due fires: the row of a fire guarantees that it happens exactly once. */
@Injectable()
export class FireRecordingService {
  private readonly failures = new RecentFailures();

  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly fires: FireRepository,
    private readonly transactions: Transactions,
    private readonly metrics: ScheduleMetricsService,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Records the due fires of schedules that the transaction has locked.
   * Leaves a schedule as it is whose fires cannot be computed, because this release does not know its time zone.
   * @returns the next fire of each schedule by its id, to be stored by the caller, and the recorded fires
   */
  async record(
    schedules: readonly ScheduleEntity[],
    now: number,
    transaction: Transaction,
  ): Promise<{ next: Map<string, number | null>; fires: FireEntity[] }> {
    const next = new Map<string, number | null>();
    const fires: FireEntity[] = [];
    for (const schedule of schedules) {
      const { id, nextAt } = schedule;
      next.set(id, nextAt);
      if (nextAt === null || nextAt > now) continue;
      const record = async (): Promise<void> => {
        const due = await dueFires({ ...schedule, nextAt }, now, FIRES_AT_ONCE);
        next.set(id, due.nextAt);
        fires.push(...recordedFires(schedule, due, now));
      };
      await isolateFailure(record, (error) => {
        this.failures.add(id);
        this.logger.error({ err: error, scheduleId: id }, 'the fires of a schedule could not be computed');
      });
      // A backlog of many schedules takes a while.
      await yieldToEventLoop();
    }
    await this.fires.add(fires, transaction);
    return { next, fires };
  }

  /**
   * Records all due fires of a locked schedule whose times are about to change: later passes could not find them any more.
   * The request that changes them waits, so those beyond a limit count as missed.
   * @returns the time of the next fire
   */
  async recordAll(schedule: ScheduleEntity, now: number, transaction: Transaction): Promise<number | null> {
    let { nextAt, catchUpSeconds } = schedule;
    for (let passes = 1; nextAt !== null && nextAt <= now; passes++) {
      if (passes > CHANGE_PASSES) catchUpSeconds = 0;
      const { next } = await this.record([{ ...schedule, nextAt, catchUpSeconds }], now, transaction);
      const after = next.get(schedule.id) ?? null;
      if (after === nextAt) break;
      nextAt = after;
    }
    return nextAt;
  }

  /**
   * Records the due fires of at most `limit` schedules. @returns the number of schedules; `limit` means that there may be more
   */
  async recordDue(now: number, limit: number): Promise<number> {
    const { schedules, fires } = await this.transactions.run(async (transaction) => {
      const due = await this.schedules.lockDue(now, limit, this.failures.ids, transaction);
      const recorded = await this.record(due, now, transaction);
      const rows = due.map(({ id }) => ({ id, nextAt: recorded.next.get(id) ?? null }));
      await this.schedules.setNext(rows, transaction);
      return { schedules: due, fires: recorded.fires };
    });
    this.metrics.decided(fires);
    return schedules.length;
  }
}
