import type { NameAndValue } from '../clusters/name-and-value';
import { refused } from '../errors/refusals';
import { parseJobId } from '../jobs/job-id';
import type { JobParts } from '../jobs/job-record';
import { ACTIVE_JOB_STATES, JobState, isActiveJob } from '../jobs/job-states';
import { WORKER_META_STATES, WorkerMetaState } from '../jobs/worker-states';
import type { JobListQuery } from './job-list.dto';

/** The filters on workers (V1-JOB-17, V1-JOB-18); an absent one passes everything. */
export interface WorkersFilter {
  stageNumber?: readonly number[];
  workerIndex?: readonly number[];
  workerNumber?: readonly number[];
  workerState?: WorkerMetaState;
}

/** The states of a finished job. */
export const FINISHED_JOB_STATES = Object.values(JobState).filter((state) => !isActiveJob(state));

/** Maximum number of labels of a filter (V1-LIMIT-2): each is searched in the labels of every job. */
const LABELS_LIMIT = 50;

export interface JobListFilter {
  states: readonly JobState[];
  /** All clusters when absent. */
  clusters: readonly string[] | undefined;
  labels: readonly NameAndValue[];
  labelsOp: 'or' | 'and';
  /** At most this many jobs of each cluster, the newest. */
  limit: number | undefined;
  /** Of the finished jobs only those with a lower number. */
  before: number | undefined;
  workers: WorkersFilter;
}

/** Parses `k=v,k2=v2`; parts of another form are ignored. */
function parseLabels(text: string | undefined): NameAndValue[] {
  return (text ?? '').split(',').flatMap((token) => {
    const at = token.indexOf('=');
    return at > 0 ? [{ name: token.slice(0, at).trim(), value: token.slice(at + 1).trim() }] : [];
  });
}

/** Returns the states of the list: `jobState` precedes `activeOnly`, which is true by default (V1-JOB-13, V1-JOB-14). */
function statesOf(query: Pick<JobListQuery, 'jobState' | 'activeOnly'>): readonly JobState[] {
  const activeOnly = query.jobState === undefined ? query.activeOnly !== false : query.jobState === 'Active';
  if (activeOnly) return ACTIVE_JOB_STATES;
  return query.jobState === 'Terminal' ? FINISHED_JOB_STATES : Object.values(JobState);
}

/** Reads the filter of a query. @param clusters those to list; all when absent @throws 400 for an invalid job id */
export function toJobListFilter(query: JobListQuery, clusters: readonly string[] | undefined): JobListFilter {
  const { stageNumber, workerIndex, workerNumber, workerState, startJobIdExclusive } = query;
  const labels = parseLabels(query.labels);
  if (labels.length > LABELS_LIMIT) {
    throw refused(`labels: at most ${LABELS_LIMIT} are allowed, not ${labels.length}`);
  }
  const before = startJobIdExclusive === undefined ? undefined : parseJobId(startJobIdExclusive);
  if (startJobIdExclusive !== undefined && !before) throw refused(`Invalid job id ${startJobIdExclusive}`);
  return {
    states: statesOf(query),
    clusters,
    labels,
    labelsOp: query['labels.op'] ?? 'or',
    limit: query.limit,
    before: before?.number,
    workers: { stageNumber, workerIndex, workerNumber, workerState },
  };
}

/** Filters stages and workers; by default an active job shows its active workers, a finished job all of its last ones. */
export function trimWorkers(parts: JobParts, filters: WorkersFilter): JobParts {
  const { stageNumber, workerIndex, workerNumber } = filters;
  const active = isActiveJob(parts.job.state) ? WorkerMetaState.Active : undefined;
  const state = filters.workerState ?? active;
  const stages = parts.stages.filter((stage) => isAsked(stage.stageNum, stageNumber));
  const workers = parts.workers.filter(
    (worker) =>
      isAsked(worker.stageNum, stageNumber) &&
      isAsked(worker.workerIndex, workerIndex) &&
      isAsked(worker.workerNumber, workerNumber) &&
      (state === undefined || WORKER_META_STATES[state].includes(worker.state)),
  );
  return { ...parts, stages, workers };
}

const isAsked = (value: number, asked: readonly number[] | undefined): boolean =>
  asked === undefined || asked.includes(value);
