import type { Sla } from '../clusters/cluster-sla';
import { JobState, isActiveJob } from '../jobs/job-states';
import type { StreamJobEntity } from '../jobs/job.entity';

export type SlaJob = Pick<StreamJobEntity, 'number' | 'state'>;

/** `max` 0 means no limit. */
type Limits = Pick<Sla, 'min' | 'max'>;

/** The number of jobs to submit, and the numbers of the jobs to kill. */
export interface SlaDecision {
  submit: number;
  kill: number[];
}

/**
 * Decides which jobs an SLA submits and kills (V1-CLUSTER-22). Minimum: the jobs missing from `min`, counting Accepted and
 * Launched ones. Maximum: counting Launched jobs from the newest, all jobs older than the last allowed one are killed; of the
 * remaining Accepted ones only the newest `(max - launched) + headroom` stay.
 *
 * @param headroom Accepted jobs beyond the free places; 0 disables that rule
 */
export function decideSla(jobs: readonly SlaJob[], { min, max }: Limits, headroom: number): SlaDecision {
  const active = jobs
    .filter(({ state }) => isActiveJob(state))
    .sort((left, right) => right.number - left.number);
  const submit = Math.max(0, min - active.length);
  return { submit, kill: max > 0 ? tooMany(active, max, headroom) : [] };
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
