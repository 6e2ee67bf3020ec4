import type { JobListQuery } from './job.dto';
import { ACTIVE_JOB_STATES, JobState } from './job-states';
import { parseJobId } from './job-id';
import type { Label } from './submit-resolution';
import type { WorkerMetaState } from './worker-states';
import { refused } from '../errors/errors';

/** What the lists ask of workers (streaming-control-v1, Jobs). Absent: anything passes. */
export interface WorkersFilter {
  stageNumber?: readonly number[] | undefined;
  workerIndex?: readonly number[] | undefined;
  workerNumber?: readonly number[] | undefined;
  workerState?: WorkerMetaState | undefined;
}

/** Each is looked for in the text of every job (V1-LIMIT-2). */
const LABELS_LIMIT = 50;

/** Which jobs a list asks for. */
export interface JobListFilter {
  states: readonly JobState[];
  /** All clusters when absent. */
  clusters: readonly string[] | undefined;
  labels: readonly Label[];
  labelsOp: 'or' | 'and';
  /** Newest so many jobs of each cluster. */
  limit: number | undefined;
  /** Of jobs that are over only those with a lower number. */
  before: number | undefined;
  workers: WorkersFilter;
}

/** `k=v,k2=v2`; what is not of that form is ignored. */
export function parseLabels(text: string | undefined): Label[] {
  return (text ?? '').split(',').flatMap((token) => {
    const at = token.indexOf('=');
    return at > 0 ? [{ name: token.slice(0, at).trim(), value: token.slice(at + 1).trim() }] : [];
  });
}

/** `jobState` goes before `activeOnly`, which is true unless it says otherwise. */
export function statesOf(query: Pick<JobListQuery, 'jobState' | 'activeOnly'>): readonly JobState[] {
  const activeOnly = query.jobState === undefined ? query.activeOnly !== false : query.jobState === 'Active';
  if (activeOnly) return ACTIVE_JOB_STATES;
  const all = Object.values(JobState);
  return query.jobState === 'Terminal' ? all.filter((state) => !ACTIVE_JOB_STATES.includes(state)) : all;
}

/**
 * @param clusters names of the clusters that are asked for; all when absent
 * @throws 400 for a job id that is none
 */
export function toJobListFilter(query: JobListQuery, clusters: readonly string[] | undefined): JobListFilter {
  const { stageNumber, workerIndex, workerNumber, workerState, startJobIdExclusive } = query;
  const labels = parseLabels(query.labels);
  if (labels.length > LABELS_LIMIT)
    throw refused(`labels: a list is asked for by at most ${LABELS_LIMIT} labels`);
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
