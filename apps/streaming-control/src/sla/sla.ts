import { JobState } from '../jobs/job-states';

/** Running jobs that a cluster asks for; `max` 0 means no limit. */
export interface SlaLimits {
  min: number;
  max: number;
}

/** A job as the rule sees it. */
export interface SlaJob {
  number: number;
  state: JobState;
}

/** What to do now: how many jobs to submit, and which to kill (by number). */
export interface SlaDecision {
  submit: number;
  kill: number[];
}

/**
 * SLA enforcement (reference: streams §5). Minimum: as many new jobs as Accepted and Launched ones lack.
 * Maximum: counting Launched jobs from the newest, as soon as `max` is reached all older jobs are killed,
 * Launched or Accepted; of the Accepted ones that remain only the newest `(max - launched) + headroom` stay.
 *
 * @param headroom Accepted jobs beyond the free places; 0 switches that rule off
 */
export function decideSla(jobs: readonly SlaJob[], limits: SlaLimits, headroom: number): SlaDecision {
  const active = jobs
    .filter((job) => job.state === JobState.Accepted || job.state === JobState.Launched)
    .sort((left, right) => right.number - left.number);
  const submit = Math.max(0, limits.min - active.length);
  return { submit, kill: limits.max > 0 ? tooMany(active, limits.max, headroom) : [] };
}

function tooMany(newestFirst: readonly SlaJob[], max: number, headroom: number): number[] {
  const kill: number[] = [];
  const accepted: number[] = [];
  let launched = 0;
  for (const job of newestFirst) {
    if (launched >= max) kill.push(job.number);
    else if (job.state === JobState.Launched) launched += 1;
    else accepted.push(job.number);
  }
  const room = headroom > 0 ? max - launched + headroom : accepted.length;
  return [...kill, ...accepted.slice(room)].sort((left, right) => left - right);
}
