import type { WorkersFilter } from './job-list-filter';
import type { JobParts } from './job-record';
import { isActiveJob } from './job-states';
import type { WorkerEntity } from './job.entity';
import { WORKER_META_STATES, WorkerMetaState } from './worker-states';

/**
 * Trims stages and workers of a job to those that are asked for. Without `workerState` an active job shows
 * its active workers and one that is over shows all of its last ones.
 */
export function trimWorkers(parts: JobParts, filters: WorkersFilter): JobParts {
  const { stageNumber, workerIndex, workerNumber } = filters;
  const active = isActiveJob(parts.job.state) ? WorkerMetaState.Active : undefined;
  const state = filters.workerState ?? active;
  const passes = (worker: WorkerEntity): boolean =>
    isAsked(worker.stageNum, stageNumber) &&
    isAsked(worker.workerIndex, workerIndex) &&
    isAsked(worker.workerNumber, workerNumber) &&
    (state === undefined || WORKER_META_STATES[state].includes(worker.state));
  return {
    ...parts,
    stages: parts.stages.filter((stage) => isAsked(stage.stageNum, stageNumber)),
    workers: parts.workers.filter(passes),
  };
}

const isAsked = (value: number, asked: readonly number[] | undefined): boolean =>
  asked === undefined || asked.includes(value);
