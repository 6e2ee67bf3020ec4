import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, Transactions, type Principal } from '@portolan/service';
import { ignoresUnknown } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { constraint } from '../errors/error-format';
import { totalByPage, type Query } from '../query/paging';
import type { Found } from '../query/search-page';
import { readSearch } from '../query/searchable';
import { iso } from '../registry/iso-time';
import { SubmissionService } from '../submission/submission.service';
import { FireDecisionService } from './firing/fire-decision.service';
import { FireSubmissionService } from './firing/fire-submission.service';
import { newFire } from './firing/new-fire';
import { readCron } from './read-schedule';
import { fireJobId } from './rules/fire-id';
import { readOptionalTime } from './rules/read-time';
import { nextFires } from './rules/schedule-times';
import type { FireResponse, PreviewRequest } from './schedule.dto';
import { FIRES } from './schedule-searchable';
import { fireView } from './schedule-view';
import { SchedulesService, found } from './schedules.service';
import { FireRepository } from './store/fire.repository';
import { FireOrigin, FireOutcome, FirePhase, type FireEntity } from './store/schedule.entity';
import { ScheduleRepository } from './store/schedule.repository';

const PREVIEWED = 10;

/** Fires schedules on request, and shows their fires. The fires of a past range: BackfillService. */
@Injectable()
export class ScheduleActionsService {
  constructor(
    private readonly own: SchedulesService,
    private readonly schedules: ScheduleRepository,
    private readonly fires: FireRepository,
    private readonly decisions: FireDecisionService,
    private readonly starts: FireSubmissionService,
    private readonly submissions: SubmissionService,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Fires now, also while the schedule is paused. A second call within the same second returns the same fire.
   * @returns the id of the job
   * @throws ServiceError: notFound, forbidden, wrongState when the fire is skipped, and the errors of a submission
   */
  async trigger(id: string, caller: Principal | undefined): Promise<string> {
    this.submissions.requireOpen();
    const now = Date.now();
    const time = Math.floor(now / 1000) * 1000;
    const decided = await this.transactions.run(async (transaction) => {
      const schedule = await this.own.lockOwn(id, caller, transaction);
      const known = await this.fires.find({ scheduleId: id, time }, transaction);
      const fire = newFire(schedule, time, { origin: FireOrigin.Trigger, dueAt: now, now });
      if (!known) await this.fires.add([fire], transaction);
      else if (known.phase === FirePhase.Due) await this.fires.save([{ ...known, dueAt: now }], transaction);
      return this.decisions.decideLocked([schedule], now, transaction);
    });
    await this.decisions.carryOut(decided);
    const isThis = ({ fire }: { fire: FireEntity }): boolean => fire.time === time;
    this.starts.start(decided.starting.filter((one) => !isThis(one)));
    const starting = decided.starting.find(isThis);
    const error = starting && (await this.starts.submit(starting));
    if (error) throw error as Error;
    refuseUnstarted(await this.fires.find({ scheduleId: id, time }));
    return fireJobId(id, time);
  }

  /** Returns the times of a cron that is not stored. @throws ServiceError (malformed) */
  preview(body: PreviewRequest): string[] {
    const from = readOptionalTime('from', body.from) ?? Date.now();
    const times = { ...readCron(body), start: null, end: null };
    return nextFires(times, from - 1, body.count ?? PREVIEWED).map((time) => iso(time));
  }

  /** @throws ServiceError: notFound, malformed for a filter */
  async searchFires(id: string, query: Query): Promise<Found<FireResponse>> {
    found(id, await this.schedules.find(id));
    const search = readSearch(FIRES, query, ignoresUnknown(this.config.COMPATIBILITY));
    const ofSchedule = { where: 'row.scheduleId = :scheduleId', parameters: { scheduleId: id } };
    const conditions = [ofSchedule, ...search.conditions];
    const fires = await this.fires.page(conditions, search.paging);
    const existing = await this.fires.existingJobs(fires.flatMap(({ jobId }) => jobId ?? []));
    const rows = fires.flatMap((fire) => fireView(fire, existing) ?? []);
    const total = totalByPage(fires.length, search.paging) ?? (await this.fires.count(conditions));
    return { search, rows, total };
  }
}

/** @throws ServiceError for a fire that has no job and never gets one */
function refuseUnstarted(fire: FireEntity | null): void {
  const reason = fire?.reason ?? '';
  switch (fire?.outcome) {
    case FireOutcome.Skipped:
    case FireOutcome.Missed:
      throw new ServiceError(
        ErrorKind.WrongState,
        `The fire of ${iso(fire.time)} is ${fire.outcome}: ${reason}`,
      );
    case FireOutcome.Failed:
      throw constraint(reason);
    default:
  }
}
