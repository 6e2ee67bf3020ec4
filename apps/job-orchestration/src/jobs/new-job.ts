import { hostname } from 'node:os';
import type { Attachments } from '../attachments/attachment-store.service';
import { idOrNew } from '../registry/resource-id';
import { ArchiveStatus } from './archive-status';
import type { Client } from './client';
import type { JobEntity } from './job.entity';
import type { JobSubmission } from './job-request.dto';
import type { JobRequest } from './job-request';
import { JobStatus } from './job-status';
import { StatusMessage } from './status-message';

const USER_AGENT_LENGTH = 2048;

/** A job as it is before anything was selected for it. */
export function newJob(
  body: Pick<JobSubmission, 'id' | 'name' | 'user' | 'version'>,
  request: JobRequest,
  client: Client,
  attachments: Attachments | null,
): JobEntity {
  const now = Date.now();
  return {
    id: idOrNew(body.id),
    created: now,
    updated: now,
    name: body.name,
    user: body.user,
    version: body.version,
    status: JobStatus.Accepted,
    statusMsg: StatusMessage.Accepted,
    // Begins when it is stored, with the state that it has then.
    history: null,
    started: null,
    finished: null,
    clusterId: null,
    clusterName: null,
    commandId: null,
    commandName: null,
    grouping: request.grouping,
    groupingInstance: request.groupingInstance,
    request,
    selection: null,
    runtime: null,
    timeoutSeconds: null,
    archiveStatus: ArchiveStatus.Disabled,
    archiveLocation: null,
    launchId: null,
    killRequestedAt: null,
    // Until a node has the job, this process is responsible for it.
    hostName: hostname(),
    processId: null,
    exitCode: null,
    stdOutSize: null,
    stdErrSize: null,
    attachments,
    clientHost: client.host,
    userAgent: client.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    clientHeaders: Object.keys(client.headers).length > 0 ? client.headers : null,
  };
}
