import { missedReason, type DueFires } from '../rules/due-fires';
import { jitterMsOf } from '../rules/fire-id';
import type { Overlap } from '../rules/overlap';
import {
  FireOrigin,
  FireOutcome,
  FirePhase,
  type FireEntity,
  type ScheduleEntity,
} from '../store/schedule.entity';

/** Returns a new fire, to be decided at `dueAt`. All times are ms since the epoch. */
export const newFire = (
  { id, overlap }: Pick<ScheduleEntity, 'id' | 'overlap'>,
  time: number,
  how: { origin: FireOrigin; dueAt: number; now: number; overlap?: Overlap | null | undefined },
): FireEntity => ({
  scheduleId: id,
  time,
  updated: how.now,
  origin: how.origin,
  overlap: how.overlap ?? overlap,
  phase: FirePhase.Due,
  outcome: null,
  dueAt: how.dueAt,
  jobId: null,
  reason: null,
});

export function recordedFires(
  schedule: Pick<ScheduleEntity, 'id' | 'overlap' | 'jitterSeconds'>,
  { missed, fires }: Pick<DueFires, 'missed' | 'fires'>,
  now: number,
): FireEntity[] {
  const { id, jitterSeconds } = schedule;
  const of = (time: number): FireEntity => {
    const dueAt = time + jitterMsOf(id, time, jitterSeconds);
    return newFire(schedule, time, { origin: FireOrigin.Clock, dueAt, now });
  };
  if (!missed) return fires.map(of);
  const record: FireEntity = {
    ...of(missed.latest),
    phase: FirePhase.Over,
    outcome: FireOutcome.Missed,
    dueAt: null,
    reason: missedReason(missed),
  };
  return [record, ...fires.map(of)];
}
