import type { CompactJob, Job, JobCluster, JobEvent, NameAndValue, Worker } from '@portolan/client-streams';
import type { Column } from '../../output/table.ts';

/** Zero means a time that has not been reached. */
const time = (ms: number): number | null => (ms > 0 ? ms : null);

/** `Normal` says nothing. */
export const causeIn = (reason: string): string | null => (reason === 'Normal' ? null : reason);

export const STREAM_COLUMNS: readonly Column<CompactJob>[] = [
  { title: 'JOB', value: ({ jobId }) => jobId, kind: 'id' },
  { title: 'USER', value: ({ user }) => user },
  { title: 'STATE', value: ({ state }) => state, kind: 'status' },
  { title: 'SUBMITTED', value: ({ submittedAt }) => time(submittedAt), kind: 'time' },
  { title: 'ENDED', value: ({ terminatedAt }) => time(terminatedAt), kind: 'time' },
  { title: 'STAGES', value: ({ numStages }) => numStages },
  { title: 'WORKERS', value: ({ numWorkers }) => numWorkers },
  { title: 'TYPE', value: ({ type }) => type, wide: true },
  { title: 'ARTIFACT', value: ({ jarUrl }) => jarUrl, wide: true },
];

export const STREAM_CLUSTER_COLUMNS: readonly Column<JobCluster>[] = [
  { title: 'CLUSTER', value: ({ name }) => name, kind: 'id' },
  { title: 'VERSION', value: ({ latestVersion }) => latestVersion },
  { title: 'SLA', value: ({ sla: { min, max } }) => `${min}..${max}` },
  { title: 'CRON', value: ({ sla }) => sla.cronSpec },
  { title: 'STATE', value: ({ disabled }) => (disabled ? 'disabled' : 'ACTIVE'), kind: 'status' },
  { title: 'OWNER', value: ({ owner }) => owner.name },
  { title: 'VERSIONS', value: ({ jars }) => jars.map(({ version }) => version), wide: true },
];

/** `NAME=value`, as options take them. */
const pairs = (list: readonly NameAndValue[]): string[] => list.map(({ name, value }) => `${name}=${value}`);

export const STREAM_CLUSTER_FIELDS: readonly Column<JobCluster>[] = [
  ...STREAM_CLUSTER_COLUMNS.map((column) => ({ ...column, title: column.title.toLowerCase(), wide: false })),
  {
    title: 'artifact',
    value: ({ jars, latestVersion }) => jars.find(({ version }) => version === latestVersion)?.url,
  },
  { title: 'parameters', value: ({ parameters }) => pairs(parameters) },
  { title: 'labels', value: ({ labels }) => pairs(labels) },
];

export const STREAM_FIELDS: readonly Column<Job>[] = [
  { title: 'job', value: ({ jobMetadata }) => jobMetadata.jobId },
  { title: 'state', value: ({ jobMetadata }) => jobMetadata.state, kind: 'status' },
  { title: 'reason', value: ({ jobMetadata }) => causeIn(jobMetadata.reason) },
  { title: 'user', value: ({ jobMetadata }) => jobMetadata.user },
  { title: 'version', value: ({ version }) => version },
  { title: 'type', value: ({ jobMetadata }) => jobMetadata.sla.durationType },
  { title: 'submitted', value: ({ jobMetadata }) => time(jobMetadata.submittedAt), kind: 'time' },
  { title: 'started', value: ({ jobMetadata }) => time(jobMetadata.startedAt), kind: 'time' },
  { title: 'ended', value: ({ terminatedAt }) => time(terminatedAt), kind: 'time' },
  { title: 'parameters', value: ({ jobMetadata }) => pairs(jobMetadata.parameters) },
  { title: 'labels', value: ({ jobMetadata }) => pairs(jobMetadata.labels) },
];

/** Workers of a streaming job. */
export const WORKER_COLUMNS: readonly Column<Worker>[] = [
  { title: 'STAGE', value: ({ stageNum }) => stageNum },
  { title: 'INDEX', value: ({ workerIndex }) => workerIndex },
  { title: 'WORKER', value: ({ workerNumber }) => workerNumber },
  { title: 'STATE', value: ({ state }) => state, kind: 'status' },
  { title: 'NODE', value: ({ slave }) => slave },
  { title: 'STARTED', value: ({ startedAt }) => time(startedAt), kind: 'time' },
  { title: 'REPLACED', value: ({ totalResubmitCount }) => totalResubmitCount },
  { title: 'ENDED', value: ({ completedAt }) => time(completedAt), kind: 'time' },
  { title: 'REASON', value: ({ reason }) => causeIn(reason) },
];

/** Events of a streaming job; of the job itself, stage and worker are -1. */
export const EVENT_COLUMNS: readonly Column<JobEvent>[] = [
  { title: 'TIME', value: ({ timestamp }) => timestamp, kind: 'time' },
  { title: 'STATE', value: ({ state }) => state, kind: 'status' },
  { title: 'EVENT', value: ({ message }) => message },
  { title: 'REASON', value: ({ reason }) => causeIn(reason) },
  { title: 'NODE', value: ({ hostname }) => hostname, wide: true },
];
