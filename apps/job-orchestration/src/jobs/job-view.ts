import { link, resource, type Links, type Resource } from '@portolan/hal';
import { totalSize } from '../attachments/attachment-store.service';
import { coverWebhook, mayChange } from '@portolan/service';
import type { ApiView } from '../http/api-address';
import { shownLocations } from '../http/shown-locations';
import { showCommon, showStamps } from '../registry/common-document';
import { iso } from '../registry/iso-time';
import { shownIn, statusIn } from '../releases/in-release';
import { ENDPOINTS } from '../releases/release-table';
import { isoDuration } from './duration';
import type { JobExecution } from './job-executions.service';
import type { JobEntity } from './job.entity';
import { isFinished } from './job-status';
import type { JobSummary } from './search/job-search.read-model';

/** Views of a job, each with its links in the order of the reference (jobs §3). */
type View = 'job' | 'request' | 'execution' | 'metadata';

/** Address of a job. `api` is the address of the API. */
export const jobHref = (id: string, api: string): string => `${api}/jobs/${encodeURIComponent(id)}`;

const LINKS: Readonly<Record<View, readonly string[]>> = {
  job: ['output', 'request', 'execution', 'metadata', 'status', 'cluster', 'command', 'applications'],
  request: ['job', 'execution', 'output', 'status', 'metadata'],
  execution: ['job', 'request', 'output', 'status', 'metadata'],
  metadata: ['job', 'request', 'output', 'status', 'execution'],
};

function links(view: View, id: string, { href: api, release }: ApiView): Links {
  const job = jobHref(id, api);
  const href = (rel: string): string => (rel === 'job' ? job : `${job}/${rel}`);
  const rels = LINKS[view].filter((rel) => rel !== 'metadata' || ENDPOINTS[release].jobMetadata);
  return Object.fromEntries([
    ['self', link(href(view))],
    ...rels.map((rel) => [rel, link(href(rel))] as const),
  ]);
}

/** The job itself. `now` (ms since the epoch) is how long a running one has been running until. */
export const showJob = (job: JobEntity, api: ApiView, now: number): object =>
  resource(
    shownIn(api.release, 'job', {
      ...showCommon(job, job.request),
      status: statusIn(api.release, job.status),
      statusMsg: job.statusMsg,
      started: iso(job.started),
      finished: iso(job.finished),
      archiveLocation: job.archiveLocation,
      clusterName: job.clusterName,
      commandName: job.commandName,
      runtime: runtimeOf(job, now),
      commandArgs: job.request.commandArgs,
      grouping: job.grouping,
      groupingInstance: job.groupingInstance,
    }),
    links('job', job.id, api),
  );

/** What the client asked for. */
export function showRequest(job: JobEntity, api: ApiView): object {
  const { request } = job;
  return resource(
    shownIn(api.release, 'request', {
      ...showCommon(job, request),
      ...shownLocations(request, job.user, api.caller),
      commandArgs: request.commandArgs,
      clusterCriterias: request.clusterCriterias,
      commandCriteria: request.commandCriteria,
      group: request.group,
      disableLogArchival: request.disableLogArchival,
      email: request.email,
      cpu: request.runtime.resources.cpu,
      memory: request.runtime.resources.memoryMb,
      timeout: request.timeout,
      applications: request.applications,
      grouping: request.grouping,
      groupingInstance: request.groupingInstance,
      runtime: request.runtime,
      secrets: request.secrets ?? [],
      // Its secret is shown to nobody.
      webhook: request.webhook ? { url: shownWebhook(request.webhook.url, job, api) } : null,
    }),
    links('request', job.id, api),
  );
}

const shownWebhook = (url: string, { user }: JobEntity, { caller }: ApiView): string =>
  mayChange(caller, user) ? url : coverWebhook(url);

/** How it is carried out. */
export function showExecution({ job, launcher, checkDelay }: JobExecution, api: ApiView): object {
  const killAt =
    job.started === null || job.timeoutSeconds === null ? null : job.started + job.timeoutSeconds * 1000;
  return resource(
    shownIn(api.release, 'execution', {
      ...showStamps(job),
      hostName: job.hostName,
      processId: job.processId,
      checkDelay,
      timeout: iso(killAt),
      exitCode: job.exitCode,
      memory: job.runtime?.resources.memoryMb ?? null,
      archiveStatus: job.archiveStatus,
      launcherExt: launcher,
      runtime: job.runtime,
    }),
    links('execution', job.id, api),
  );
}

/** Where it came from, and how much it wrote. */
export const showMetadata = (job: JobEntity, api: ApiView): object =>
  resource(
    {
      ...showStamps(job),
      clientHost: job.clientHost,
      userAgent: job.userAgent,
      numAttachments: job.attachments?.files.length ?? 0,
      totalSizeOfAttachments: totalSize(job.attachments),
      stdOutSize: job.stdOutSize,
      stdErrSize: job.stdErrSize,
    },
    links('metadata', job.id, api),
  );

/** A job in a list of search results. */
export const showSummary = (
  job: JobSummary,
  api: ApiView,
  now: number,
): Resource<Record<string, unknown>> => ({
  id: job.id,
  name: job.name,
  user: job.user,
  status: statusIn(api.release, job.status),
  started: iso(job.started),
  finished: iso(job.finished),
  clusterName: job.clusterName,
  commandName: job.commandName,
  runtime: runtimeOf(job, now),
  _links: { self: link(jobHref(job.id, api.href)) },
});

function runtimeOf(job: Pick<JobEntity, 'status' | 'started' | 'finished'>, now: number): string {
  if (job.started === null) return isoDuration(0);
  return isoDuration((job.finished ?? (isFinished(job.status) ? job.started : now)) - job.started);
}
