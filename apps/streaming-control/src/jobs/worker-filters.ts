import type { JobParts } from './job-record';
import { isActiveJob } from './job-states';
import type { WorkerEntity } from './job.entity';
import { WORKER_META_STATES, WorkerMetaState } from './worker-states';

/** Filters of the job lists that look at workers (streaming-control-v1, Jobs). Absent ones let everything pass. */
export interface WorkerFilters {
  stageNumber?: readonly number[] | undefined;
  workerIndex?: readonly number[] | undefined;
  workerNumber?: readonly number[] | undefined;
  workerState?: WorkerMetaState | undefined;
}

/**
 * Trims stages and workers of a job to those that are asked for. Without `workerState` an active job shows
 * its active workers and one that is over shows all of its last ones.
 *
 * @returns undefined when stages are asked for of which no worker is left: the job is not listed
 */
export function trimWorkers(parts: JobParts, filters: WorkerFilters): JobParts | undefined {
  const { stageNumber, workerIndex, workerNumber } = filters;
  const active = isActiveJob(parts.job.state) ? WorkerMetaState.Active : undefined;
  const state = filters.workerState ?? active;
  const passes = (worker: WorkerEntity): boolean =>
    isAsked(worker.stageNum, stageNumber) &&
    isAsked(worker.workerIndex, workerIndex) &&
    isAsked(worker.workerNumber, workerNumber) &&
    (state === undefined || WORKER_META_STATES[state].includes(worker.state));
  const workers = parts.workers.filter(passes);
  if (stageNumber !== undefined && workers.length === 0) return undefined;
  return { ...parts, stages: parts.stages.filter((stage) => isAsked(stage.stageNum, stageNumber)), workers };
}

const isAsked = (value: number, asked: readonly number[] | undefined): boolean =>
  asked === undefined || asked.includes(value);
