import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import { KillService } from '../../kill/kill.service';
import { FireRepository, type FireJob } from '../store/fire.repository';
import { FirePhase, type FireEntity, type ScheduleEntity } from '../store/schedule.entity';
import { ScheduleRepository } from '../store/schedule.repository';
import { changesOf } from './fire-changes';
import { ScheduleMetricsService } from './schedule-metrics.service';

/** A fire whose job is to be submitted. */
export interface StartingFire {
  schedule: ScheduleEntity;
  fire: FireEntity;
}

/** Actions for the time after the commit. */
export interface Decided {
  changed: FireEntity[];
  starting: StartingFire[];
  kill: FireJob[];
}

/** Decides whether due fires, and fires that wait for the end of a job, start, wait or are skipped. */
@Injectable()
export class FireDecisionService {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly fires: FireRepository,
    private readonly transactions: Transactions,
    private readonly killer: KillService,
    private readonly metrics: ScheduleMetricsService,
  ) {}

  /** Decides about the open fires of schedules; skips schedules that another replica holds. */
  async decide(scheduleIds: readonly string[]): Promise<Decided> {
    const decided = await this.transactions.run(async (transaction) => {
      const schedules = await this.schedules.lockFree(scheduleIds, transaction);
      return this.decideLocked(schedules, Date.now(), transaction);
    });
    await this.carryOut(decided);
    return decided;
  }

  /** @param schedules locked by the transaction; {@link carryOut} follows after the commit */
  async decideLocked(
    schedules: readonly ScheduleEntity[],
    now: number,
    transaction: Transaction,
  ): Promise<Decided> {
    const open = await this.fires.open(
      schedules.map(({ id }) => id),
      transaction,
    );
    const running = open.flatMap(({ phase, jobId }) => (phase === FirePhase.Running && jobId ? jobId : []));
    const jobs = await this.fires.activeJobs(running, transaction);
    const active = new Set(jobs.keys());
    const decided: Decided = { changed: [], starting: [], kill: [] };
    const removed: FireEntity[] = [];
    for (const schedule of schedules) {
      const own = open.filter(({ scheduleId }) => scheduleId === schedule.id);
      const changes = changesOf(schedule, own, active, now);
      decided.changed.push(...changes.changed);
      decided.starting.push(...changes.starting.map((fire) => ({ schedule, fire })));
      decided.kill.push(...changes.kill.flatMap((id) => jobs.get(id) ?? []));
      removed.push(...changes.removed);
    }
    await this.fires.save(decided.changed, transaction);
    await this.fires.remove(removed, transaction);
    return decided;
  }

  /** Kills the jobs that are replaced. A crash before that is harmless: the next pass finds them. */
  async carryOut({ changed, kill }: Decided): Promise<void> {
    this.metrics.decided(changed);
    for (const job of kill) if (job.killRequestedAt === null) await this.killer.end(job);
  }
}
