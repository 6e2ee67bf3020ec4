import { readRuntime } from '../registry/runtime';
import { ArchiveStatus } from './archive-status';
import { JobStatus } from './job-status';
import { StatusMessage } from './status-message';
import type { JobSubmission } from './job-request.dto';
import { newJob, readJobRequest } from './job-request';
import type { JobEntity } from './job.entity';

export const EXAMPLE_SUBMISSION: JobSubmission = {
  id: 'nightly-7',
  name: 'nightly',
  user: 'analyst',
  version: '1.0',
  description: 'Counts the visits of yesterday',
  tags: ['team:web'],
  commandArgs: "'echo 1742 visits'",
  clusterCriterias: [{ tags: ['sla:prod'] }, { tags: ['type:yarn'] }],
  commandCriteria: ['type:spark'],
  memory: 256,
  timeout: 3600,
};

/** The content of the job's `stdout`. */
export const EXAMPLE_OUTPUT = '1742 visits\n';

const at = (second: number): number => Date.parse('2026-03-02T22:00:00Z') + second * 1000;
const request = readJobRequest(EXAMPLE_SUBMISSION, {
  API_RELEASE: '4.3',
  JOB_MAX_MEMORY_MB: 1024,
  OUTBOUND: 'open',
  OUTBOUND_ALLOWED: [],
});
const client = { host: '10.0.9.4', userAgent: 'curl/8.5.0', headers: {} };

/** The same job as it is stored when it has finished. */
export const EXAMPLE_JOB: JobEntity = {
  ...newJob(EXAMPLE_SUBMISSION, request, client, null),
  created: at(0),
  updated: at(3),
  status: JobStatus.Succeeded,
  statusMsg: StatusMessage.Succeeded,
  started: at(1),
  finished: at(3),
  clusterId: 'prod-a',
  clusterName: 'prod',
  commandId: 'spark-submit',
  commandName: 'spark-submit',
  history: [
    { status: JobStatus.Accepted, statusMsg: StatusMessage.Accepted, at: at(0) },
    { status: JobStatus.Init, statusMsg: StatusMessage.Preparing, at: at(0) },
    { status: JobStatus.Running, statusMsg: StatusMessage.Running, at: at(1) },
    { status: JobStatus.Succeeded, statusMsg: StatusMessage.Succeeded, at: at(3) },
  ],
  runtime: readRuntime({ resources: { cpu: 1, memoryMb: 256 } }),
  timeoutSeconds: 3600,
  archiveStatus: ArchiveStatus.Archived,
  archiveLocation: 's3://archives/nightly-7',
  hostName: '10.0.3.17',
  nodeId: '0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11',
  processId: 4711,
  exitCode: 0,
  stdOutSize: EXAMPLE_OUTPUT.length,
  stdErrSize: 0,
};
