import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Transactions, malformed, type Principal } from '@portolan/service';
import { newFire } from './firing/new-fire';
import { FIRES_SIGNAL } from './firing/schedule-clock.service';
import { readTime } from './rules/read-time';
import { nextFires } from './rules/schedule-times';
import type { BackfillRequest } from './schedule.dto';
import { SchedulesService } from './schedules.service';
import { FireRepository } from './store/fire.repository';
import { FireOrigin } from './store/schedule.entity';

/** Maximum number of fires of one backfill. */
const BACKFILL_LIMIT = 1000;

/** Makes up the fires of a range of time. */
@Injectable()
export class BackfillService {
  constructor(
    private readonly own: SchedulesService,
    private readonly fires: FireRepository,
    private readonly transactions: Transactions,
    private readonly signals: Signals,
  ) {}

  /**
   * Creates the fires of a range that do not exist, whatever `start` and `paused` say; a controller starts them.
   * @returns how many. @throws ServiceError: notFound, forbidden, malformed for more than {@link BACKFILL_LIMIT}
   */
  async backfill(id: string, body: BackfillRequest, caller: Principal | undefined): Promise<number> {
    const from = readTime('from', body.from);
    const to = readTime('to', body.to);
    if (to < from) throw malformed('to', 'to must not be before from');
    const count = await this.transactions.run(async (transaction) => {
      const schedule = await this.own.lockOwn(id, caller, transaction);
      const times = nextFires({ ...schedule, start: null }, from - 1, BACKFILL_LIMIT + 1, to);
      if (times.length > BACKFILL_LIMIT) {
        const message = `from and to have more than ${BACKFILL_LIMIT} fires between them: ask for shorter ranges`;
        throw malformed('from', message);
      }
      const existing = await this.fires.timesBetween(id, from, to, transaction);
      const now = Date.now();
      const how = { origin: FireOrigin.Backfill, dueAt: now, now, overlap: body.overlap };
      const fires = times.filter((time) => !existing.has(time)).map((time) => newFire(schedule, time, how));
      await this.fires.add(fires, transaction);
      return fires.length;
    });
    this.signals.send(FIRES_SIGNAL);
    return count;
  }
}
