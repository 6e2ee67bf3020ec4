import type { CompactJob, Job, JobCluster, Worker } from '@portolan/client-streams';
import type { Column } from '../../output/table.ts';

/** Zero stands for a time that has not come. */
const time = (ms: number): number | null => (ms > 0 ? ms : null);

/** A list of streaming jobs. */
export const STREAM_COLUMNS: readonly Column<CompactJob>[] = [
  { title: 'JOB', value: ({ jobId }) => jobId },
  { title: 'USER', value: ({ user }) => user },
  { title: 'STATE', value: ({ state }) => state, kind: 'status' },
  { title: 'SUBMITTED', value: ({ submittedAt }) => time(submittedAt), kind: 'time' },
  { title: 'ENDED', value: ({ terminatedAt }) => time(terminatedAt), kind: 'time' },
  { title: 'STAGES', value: ({ numStages }) => numStages },
  { title: 'WORKERS', value: ({ numWorkers }) => numWorkers },
  { title: 'TYPE', value: ({ type }) => type, wide: true },
  { title: 'ARTIFACT', value: ({ jarUrl }) => jarUrl, wide: true },
];

/** A list of job clusters. */
export const STREAM_CLUSTER_COLUMNS: readonly Column<JobCluster>[] = [
  { title: 'CLUSTER', value: ({ name }) => name },
  { title: 'VERSION', value: ({ latestVersion }) => latestVersion },
  { title: 'SLA', value: ({ sla: { min, max } }) => `${min}..${max}` },
  { title: 'CRON', value: ({ sla }) => sla.cronSpec },
  { title: 'STATE', value: ({ disabled }) => (disabled ? 'disabled' : 'ACTIVE'), kind: 'status' },
  { title: 'OWNER', value: ({ owner }) => owner.name },
  { title: 'VERSIONS', value: ({ jars }) => jars.map(({ version }) => version), wide: true },
];

/** One streaming job. */
export const STREAM_FIELDS: readonly Column<Job>[] = [
  { title: 'job', value: ({ jobMetadata }) => jobMetadata.jobId },
  { title: 'state', value: ({ jobMetadata }) => jobMetadata.state, kind: 'status' },
  { title: 'user', value: ({ jobMetadata }) => jobMetadata.user },
  { title: 'version', value: ({ version }) => version },
  { title: 'type', value: ({ jobMetadata }) => jobMetadata.sla.durationType },
  { title: 'submitted', value: ({ jobMetadata }) => time(jobMetadata.submittedAt), kind: 'time' },
  { title: 'started', value: ({ jobMetadata }) => time(jobMetadata.startedAt), kind: 'time' },
  { title: 'ended', value: ({ terminatedAt }) => time(terminatedAt), kind: 'time' },
  {
    title: 'parameters',
    value: ({ jobMetadata }) => jobMetadata.parameters.map(({ name, value }) => `${name}=${value}`),
  },
  {
    title: 'labels',
    value: ({ jobMetadata }) => jobMetadata.labels.map(({ name, value }) => `${name}=${value}`),
  },
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
];
