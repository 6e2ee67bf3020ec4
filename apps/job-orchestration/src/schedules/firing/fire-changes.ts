import { fireJobId } from '../rules/fire-id';
import { decideFires, type Decision, type OpenFire } from '../rules/overlap';
import {
  FireOrigin,
  FireOutcome,
  FirePhase,
  type FireEntity,
  type ScheduleEntity,
} from '../store/schedule.entity';

/** Time limit for the deciding process to submit the job of a fire, ms; then another process submits it. */
const SUBMISSION_LEASE_MS = 3000;

export interface FireChanges {
  /** Fires with new values. */
  changed: FireEntity[];
  /** Fires to delete: they were due while the schedule was paused. */
  removed: FireEntity[];
  /** The fires of `changed` whose jobs are to be submitted. */
  starting: FireEntity[];
  /** Ids of the jobs to kill. */
  kill: string[];
}

/**
 * Returns the changes of the open fires of one schedule.
 * @param active ids of the unfinished jobs of these fires
 */
export function changesOf(
  schedule: Pick<ScheduleEntity, 'id' | 'pausedAt'>,
  open: readonly FireEntity[],
  active: ReadonlySet<string>,
  now: number,
): FireChanges {
  const ended = open.filter((fire) => fire.phase === FirePhase.Running && !active.has(jobIdOf(fire)));
  const isDue = ({ phase, dueAt }: FireEntity): boolean =>
    (phase === FirePhase.Due || phase === FirePhase.Starting) && (dueAt ?? Infinity) <= now;
  const removed = open.filter((fire) => isDue(fire) && isPaused(schedule, fire));
  const abandoned = open.filter((fire) => fire.phase === FirePhase.Starting && isDue(fire));
  const rest = open.filter((fire) => !ended.includes(fire) && !removed.includes(fire));
  const { decisions, kill } = decideFires(
    rest.flatMap((fire) => {
      const state = stateOf(fire, isDue(fire));
      if (!state) return [];
      const isBackfill = fire.origin === FireOrigin.Backfill;
      return { time: fire.time, state, overlap: fire.overlap, jobId: jobIdOf(fire), isBackfill };
    }),
  );
  const decided = rest.flatMap((fire) => {
    const decision = decisions.get(fire.time);
    return decision ? { ...fire, ...columnsOf(decision, now), updated: now } : [];
  });
  const again = abandoned.map((fire) => ({ ...fire, dueAt: now + SUBMISSION_LEASE_MS, updated: now }));
  const over = ended.map((fire) => ({ ...fire, phase: FirePhase.Over, updated: now }));
  return {
    changed: [...over, ...again, ...decided],
    removed,
    starting: [...again, ...decided.filter(({ phase }) => phase === FirePhase.Starting)],
    kill: kill.filter((id) => active.has(id)),
  };
}

const jobIdOf = ({ jobId, scheduleId, time }: FireEntity): string => jobId ?? fireJobId(scheduleId, time);

const isPaused = (
  { pausedAt }: Pick<ScheduleEntity, 'pausedAt'>,
  { phase, origin, dueAt }: FireEntity,
): boolean =>
  pausedAt !== null && phase === FirePhase.Due && origin === FireOrigin.Clock && (dueAt ?? 0) > pausedAt;

function stateOf({ phase }: FireEntity, isDue: boolean): OpenFire['state'] | undefined {
  switch (phase) {
    case FirePhase.Due:
      return isDue ? 'due' : undefined;
    case FirePhase.Waiting:
      return 'waiting';
    case FirePhase.Starting:
    case FirePhase.Running:
      return 'running';
    case FirePhase.Over:
      return undefined;
  }
}

function columnsOf(decision: Decision, now: number): Partial<FireEntity> {
  switch (decision.kind) {
    case 'start':
      return { phase: FirePhase.Starting, dueAt: now + SUBMISSION_LEASE_MS };
    case 'wait':
      return { phase: FirePhase.Waiting, outcome: FireOutcome.Buffered, dueAt: null };
    case 'skip':
      return {
        phase: FirePhase.Over,
        outcome: FireOutcome.Skipped,
        dueAt: null,
        reason: decision.reason.slice(0, 1024),
      };
  }
}
