import type { Job, JobAttempt, JobDependencies, JobExecution, JobSummary } from '@portolan/client-jobs';
import { readableSize } from '../../output/progress.ts';
import type { Column } from '../../output/table.ts';
import { duration } from '../../output/times.ts';

const elapsed = ({
  started,
  finished,
}: {
  started: string | null;
  finished: string | null;
}): string | null =>
  started === null
    ? null
    : duration((finished === null ? Date.now() : Date.parse(finished)) - Date.parse(started));

export const JOB_COLUMNS: readonly Column<JobSummary>[] = [
  { title: 'ID', value: ({ id }) => id, kind: 'id' },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'USER', value: ({ user }) => user },
  { title: 'STATUS', value: ({ status }) => status, kind: 'status' },
  { title: 'STARTED', value: ({ started }) => started, kind: 'time' },
  { title: 'TOOK', value: elapsed },
  { title: 'FINISHED', value: ({ finished }) => finished, kind: 'time', wide: true },
  { title: 'CLUSTER', value: ({ clusterName }) => clusterName, wide: true },
  { title: 'COMMAND', value: ({ commandName }) => commandName, wide: true },
];

/** A job with what `job get` adds for people. */
export interface ShownJob {
  job: Job;
  execution: JobExecution | undefined;
  /** Undefined with an older release of the API. */
  attempts: readonly JobAttempt[] | undefined;
}

/** Where a job runs or ran. The execution of one that never ran, and of an array, names the host of the service. */
const nodeOf = ({ execution, attempts }: ShownJob): string | null | undefined =>
  attempts === undefined ? execution?.hostName : attempts.at(-1)?.hostName;

export const JOB_FIELDS: readonly Column<ShownJob>[] = [
  { title: 'id', value: ({ job }) => job.id },
  { title: 'name', value: ({ job }) => job.name },
  { title: 'user', value: ({ job }) => job.user },
  { title: 'version', value: ({ job }) => job.version },
  { title: 'description', value: ({ job }) => job.description },
  { title: 'status', value: ({ job }) => job.status, kind: 'status' },
  { title: 'message', value: ({ job }) => job.statusMsg },
  { title: 'exit code', value: ({ execution }) => execution?.exitCode },
  { title: 'created', value: ({ job }) => job.created, kind: 'time' },
  { title: 'started', value: ({ job }) => job.started, kind: 'time' },
  { title: 'finished', value: ({ job }) => job.finished, kind: 'time' },
  { title: 'took', value: ({ job }) => elapsed(job) },
  { title: 'cluster', value: ({ job }) => job.clusterName },
  { title: 'command', value: ({ job }) => job.commandName },
  { title: 'arguments', value: ({ job }) => job.commandArgs },
  { title: 'node', value: nodeOf },
  { title: 'attempts', value: ({ attempts = [] }) => (attempts.length > 1 ? attempts.length : null) },
  { title: 'memory (MB)', value: ({ execution }) => execution?.memory },
  { title: 'output', value: ({ execution }) => execution?.archiveStatus },
  { title: 'tags', value: ({ job }) => job.tags },
  { title: 'grouping', value: ({ job }) => job.grouping },
];

/** A listing of files. */
export const FILE_COLUMNS: readonly Column<{ path: string; size: number; lastModified: string }>[] = [
  { title: 'NAME', value: ({ path }) => path },
  { title: 'SIZE', value: ({ path, size }) => (path.endsWith('/') ? null : readableSize(size)) },
  { title: 'CHANGED', value: ({ lastModified }) => lastModified, kind: 'time' },
];

export const ATTEMPT_COLUMNS: readonly Column<JobAttempt>[] = [
  { title: 'ATTEMPT', value: ({ attempt }) => attempt },
  { title: 'NODE', value: ({ hostName }) => hostName },
  { title: 'STARTED', value: ({ started }) => started, kind: 'time' },
  { title: 'TOOK', value: elapsed },
  { title: 'EXIT', value: ({ exitCode }) => exitCode },
  { title: 'REASON', value: ({ reason }) => reason },
];

/** A job that another one depends on, or that depends on it. */
export type Relation = Pick<JobDependencies['dependsOn'][number], 'id'> &
  Partial<JobDependencies['dependsOn'][number]> & { relation: 'waits for' | 'is waited for by' };

/** The jobs around a job. */
export const DEPENDENCY_COLUMNS: readonly Column<Relation>[] = [
  { title: 'RELATION', value: ({ relation }) => relation },
  { title: 'JOB', value: ({ id }) => id, kind: 'id' },
  { title: 'CONDITION', value: ({ condition }) => condition },
  { title: 'STATUS', value: ({ status }) => status, kind: 'status' },
  { title: 'MET', value: ({ met }) => (met == null ? null : met ? 'yes' : 'no') },
];
