import { createHmac } from 'node:crypto';
import type { JobEntity } from '../jobs/job.entity';
import { iso } from '../registry/iso-time';

/** Returns the subject and text of the mail about a finished job (V3-EVENT-1). */
export function completionMail({ id, name, user, status, statusMsg, request }: JobEntity): {
  subject: string;
  text: string;
} {
  const facts: [string, string | null][] = [
    ['Id', id],
    ['Name', name],
    ['Status', status],
    ['Message', statusMsg],
    ['User', user],
    ['Tags', request.tags.join(', ')],
    ['Description', request.description],
  ];
  return {
    subject: `Job Finished. Id: [${id}], Name: [${name}], Status: [${status}].`,
    text: facts.flatMap(([fact, value]) => (value === null ? [] : [`${fact}: ${value}\n`])).join(''),
  };
}

/** Returns the payload of a webhook about a finished job (V3-JOB-27); every retry sends the same one. */
export function completionEvent({ request, ...job }: JobEntity): object {
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

/**
 * Returns the header `x-portolan-signature` of a webhook call, `t=<seconds>,v1=<hex>`: an HMAC-SHA256 over `<seconds>.<body>`,
 * so that nobody without the secret can change the body or the time, or repeat the call later.
 *
 * @param now ms since the epoch
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
