import type { JobEntity } from '../jobs/job.entity';
import { iso } from '../registry/iso-time';

/** What a webhook is sent about a job that is over (reference: jobs §4.8); the same in every try. */
export function completionEvent(job: JobEntity): object {
  const { request } = job;
  return {
    type: 'JOB_FINISHED',
    id: job.id,
    timestamp: job.updated,
    isoTimestamp: iso(job.updated),
    details: {
      id: job.id,
      name: job.name,
      user: job.user,
      version: job.version,
      description: request.description,
      metadata: request.metadata,
      tags: request.tags,
      status: job.status,
      statusMsg: job.statusMsg,
      exitCode: job.exitCode,
      created: iso(job.created),
      started: iso(job.started),
      finished: iso(job.finished),
      clusterId: job.clusterId,
      clusterName: job.clusterName,
      commandId: job.commandId,
      commandName: job.commandName,
      grouping: job.grouping,
      groupingInstance: job.groupingInstance,
      archiveLocation: job.archiveLocation,
    },
  };
}
