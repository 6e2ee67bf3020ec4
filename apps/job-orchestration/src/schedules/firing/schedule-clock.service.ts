import { Injectable } from '@nestjs/common';
import { QueueHandlers, Queues, Signals } from '@portolan/messaging';
import { PeriodicTasks, isOutage } from '@portolan/service';
import { filter, merge, throttleTime } from 'rxjs';
import { JobOrchestrationConfig } from '../../config/job-orchestration-config';
import { JOB_STATUS_SIGNAL } from '../../jobs/job-change-listeners.service';
import { isFireJobId } from '../rules/fire-id';
import { FireRepository } from '../store/fire.repository';
import { FirePhase } from '../store/schedule.entity';
import { FireDecisionService } from './fire-decision.service';
import { FireRecordingService } from './fire-recording.service';
import { FireSubmissionService } from './fire-submission.service';
import { CLOCK, scheduleClockQueue } from './schedule-clock.queue';

/** Signals new fires of a backfill. */
export const FIRES_SIGNAL = 'schedule-fires';

const NOTHING = { changed: [], starting: [] };
/** Schedules handled in one transaction. */
const BATCH = 200;
/** Delay after which a tick counts as lost, ms. */
const LOST_TICK_MS = 5000;
/** Time in which changes of jobs are collected for one pass, ms. */
const CHANGES_MS = 100;

/**
 * Fires schedules. BullMQ's job scheduler delivers a tick every second to one replica, which reads all due schedules by one range
 * of an index. Without a tick every replica polls, and restores a job scheduler that Redis has lost.
 */
@Injectable()
export class ScheduleClockService {
  /** Whether a fire was waiting for the end of a job in the last pass. */
  private isWaiting = false;

  constructor(
    private readonly recording: FireRecordingService,
    private readonly decisions: FireDecisionService,
    private readonly submissions: FireSubmissionService,
    private readonly fires: FireRepository,
    private readonly queues: Queues,
    private readonly config: JobOrchestrationConfig,
    signals: Signals,
    handlers: QueueHandlers,
    periodic: PeriodicTasks,
  ) {
    const ended = signals.on(JOB_STATUS_SIGNAL).pipe(
      filter((jobId) => this.isWaiting && isFireJobId(jobId)),
      throttleTime(CHANGES_MS, undefined, { leading: true, trailing: true }),
    );
    const wakeOn = merge(signals.on(FIRES_SIGNAL), ended);
    const pass = (signal: AbortSignal) => this.pass(signal);
    const task = periodic.every(config.SCHEDULE_SWEEP_MS, 'fire schedules', pass, { wakeOn });
    handlers.handle(scheduleClockQueue, async () => task.wake());
    periodic.every(config.SCHEDULE_SWEEP_MS, 'keep the clock of schedules', () => this.keepClock());
  }

  private async pass(signal: AbortSignal): Promise<void> {
    // While submissions are off, no schedule fires; missed fires are made up afterwards.
    if (this.config.JOB_SUBMISSION === 'off') return;
    for (let more = true; more && !signal.aborted;) {
      const recorded = await this.recording.recordDue(Date.now(), BATCH);
      const due = await this.fires.dueSchedules(Date.now(), BATCH);
      const waiting = (await this.fires.anyWaiting()) ? await this.fires.releasedSchedules(BATCH) : undefined;
      const found = [...new Set([...due, ...(waiting ?? [])])];
      const { changed, starting } = found.length > 0 ? await this.decisions.decide(found) : NOTHING;
      this.submissions.start(starting);
      this.isWaiting = waiting !== undefined || changed.some(({ phase }) => phase === FirePhase.Waiting);
      // Without a change, other replicas hold the remaining schedules.
      more = recorded === BATCH || (found.length >= BATCH && changed.length > 0);
    }
  }

  /** While Redis is unavailable, the sweep fires schedules. */
  private async keepClock(): Promise<void> {
    try {
      const known = await this.queues.schedules(scheduleClockQueue);
      const clock = known.find(({ id }) => id === CLOCK.id);
      if (clock?.next !== undefined && clock.next > Date.now() - LOST_TICK_MS) return;
      await this.queues.schedule(scheduleClockQueue, CLOCK, {});
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }
}
