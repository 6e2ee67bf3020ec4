import { DependencyCondition } from '../jobs/job-request.dto';
import { JobStatus, isFinished } from '../jobs/job-status';
import type { Dependency } from '../jobs/job.entity';
import { messageWithIds } from '../jobs/message-with-ids';

/** Maximum number of dependencies named in a message; the others are counted. */
const NAMED = 5;

/** A dependency and the current status of the job that it names. */
export interface JudgedDependency extends Dependency {
  /** Null for a deleted job; only ended jobs are deleted. */
  status: JobStatus | null;
}

/**
 * The decision about a job with dependencies: `met` starts the job, `unmet` ends it with this message, `open` keeps it waiting
 * with this message.
 */
export type DependencyOutcome = { outcome: 'met' } | { outcome: 'unmet' | 'open'; statusMsg: string };

/** Reports whether a condition is met; null while the job that it names has not finished. */
export function isMet({ condition, status }: Pick<JudgedDependency, 'condition' | 'status'>): boolean | null {
  if (status === null || !isFinished(status)) return null;
  switch (condition) {
    case DependencyCondition.Succeeded:
      return status === JobStatus.Succeeded;
    case DependencyCondition.Failed:
      return status === JobStatus.Failed || status === JobStatus.Killed;
    case DependencyCondition.Finished:
      return true;
  }
}

/** Judges the dependencies of one job, in the order of its request. */
export function judgeDependencies(dependencies: readonly JudgedDependency[]): DependencyOutcome {
  const unmet = dependencies.find((one) => isMet(one) === false);
  if (unmet) {
    const ended = ([id = '']: readonly string[]): string => `Dependency ${id} ended ${unmet.status ?? ''}.`;
    return { outcome: 'unmet', statusMsg: messageWithIds([unmet.id], ended) };
  }
  const open = dependencies.filter((one) => isMet(one) === null).map(({ id }) => id);
  return open.length === 0 ? { outcome: 'met' } : { outcome: 'open', statusMsg: waitingFor(open) };
}

function waitingFor(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return messageWithIds(ids.slice(0, NAMED), (shown) => `Waiting for ${shown.join(', ')}${more}.`);
}
