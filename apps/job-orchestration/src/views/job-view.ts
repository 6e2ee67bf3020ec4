import { link, resource, type Links, type Resource } from '@portolan/hal';
import { totalSize } from '../attachments/attachments';
import { jobHref, type ApiView } from '../http/api-address';
import { showCommon, showStamps } from '../registry/common-document';
import { shownLocations, shownWebhook } from '../registry/masked-locations';
import { iso } from '../registry/iso-time';
import { requestedTags } from '../compatibility/genie';
import { ENDPOINTS, shownIn } from '../releases/release-table';
import { statusMsgIn } from '../jobs/exit-message';
import { isFinished, statusIn } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import type {
  JobExecutionResponse,
  JobMetadataResponse,
  JobRequestViewResponse,
  JobResponse,
} from './job-views.dto';

/** The execution of a job: its own facts, and those of its launch. */
export interface JobExecution {
  job: JobEntity;
  /** Facts that the node reported about its launcher; null before a node claimed the job. */
  launcher: Record<string, string> | null;
  /** Start of the current attempt, ms since the epoch. */
  attemptStarted: number | null;
  /** `checkDelay` of the job's command, ms; 4.3 does not show it (V3-REL-4). */
  checkDelay: number | null;
}

/** Views of a job, each with its links in their fixed order (docs/contract/jobs.md, Links and order). */
type View = 'job' | 'request' | 'execution' | 'metadata';

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
  return { self: link(href(view)), ...Object.fromEntries(rels.map((rel) => [rel, link(href(rel))])) };
}

const pick = <T, K extends keyof T>(from: T, ...names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

/** Returns the job itself. `now` (ms since the epoch) ends the runtime of a running job. */
export const showJob = (job: JobEntity, api: ApiView, now: number): Resource<Partial<JobResponse>> =>
  resource(
    shownIn<JobResponse>(api.release, 'job', {
      ...showCommon(job, job.request),
      status: statusIn(api.release, job.status),
      statusMsg: statusMsgIn(api.release, api.compatibility, job.statusMsg),
      started: iso(job.started),
      finished: iso(job.finished),
      ...pick(job, 'archiveLocation', 'clusterName', 'commandName'),
      runtime: runtimeOf(job, now),
      commandArgs: job.request.commandArgs,
      ...pick(job, 'grouping', 'groupingInstance'),
    }),
    links('job', job.id, api),
  );

/** The columns that are needed to show the request of a job. */
export type RequestedJob = Pick<
  JobEntity,
  'id' | 'created' | 'updated' | 'name' | 'user' | 'version' | 'request'
>;

export function showRequest(job: RequestedJob, api: ApiView): Resource<Partial<JobRequestViewResponse>> {
  const { request } = job;
  const { webhook } = request;
  return resource(
    shownIn<JobRequestViewResponse>(api.release, 'request', {
      ...showCommon(job, request),
      ...shownLocations(request, job.user, api.caller),
      ...pick(request, 'commandArgs'),
      clusterCriterias: request.clusterCriterias.map((criterion) => ({
        ...criterion,
        tags: requestedTags(api.compatibility, criterion.tags),
      })),
      commandCriteria: requestedTags(api.compatibility, request.commandCriteria),
      ...pick(request, 'group', 'disableLogArchival', 'email'),
      cpu: request.runtime.resources.cpu,
      memory: request.runtime.resources.memoryMb,
      ...pick(request, 'timeout', 'applications', 'grouping', 'groupingInstance', 'runtime'),
      secrets: request.secrets ?? [],
      // The secret is never shown (V3-JOB-27).
      webhook: webhook ? { url: shownWebhook(webhook.url, job.user, api.caller) } : null,
      priority: request.priority ?? 0,
      dependsOn: request.dependsOn ?? null,
      retry: request.retry ?? null,
      array: request.array ?? null,
    }),
    links('request', job.id, api),
  );
}

export function showExecution(
  { job, launcher, attemptStarted, checkDelay }: JobExecution,
  api: ApiView,
): Resource<Partial<JobExecutionResponse>> {
  const killAt =
    attemptStarted === null || job.timeoutSeconds === null
      ? null
      : attemptStarted + job.timeoutSeconds * 1000;
  return resource(
    shownIn<JobExecutionResponse>(api.release, 'execution', {
      ...showStamps(job),
      ...pick(job, 'hostName', 'processId'),
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

/** Returns the origin of the job, and the size of its output. */
export const showMetadata = (job: JobEntity, api: ApiView): Resource<JobMetadataResponse> =>
  resource(
    {
      ...showStamps(job),
      ...pick(job, 'clientHost', 'userAgent'),
      numAttachments: job.attachments?.files.length ?? 0,
      totalSizeOfAttachments: totalSize(job.attachments),
      ...pick(job, 'stdOutSize', 'stdErrSize'),
    },
    links('metadata', job.id, api),
  );

/** Returns how long a job has run, as ISO 8601. */
export function runtimeOf(job: Pick<JobEntity, 'status' | 'started' | 'finished'>, now: number): string {
  if (job.started === null) return isoDuration(0);
  return isoDuration((job.finished ?? (isFinished(job.status) ? job.started : now)) - job.started);
}

/** Formats a duration in ms as ISO 8601, in hours, minutes and seconds: `PT1H5.086S`, `PT0S`. */
export function isoDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor((whole % 3_600_000) / 60_000);
  const seconds = (whole % 60_000) / 1000;
  const text =
    (hours > 0 ? `${hours}H` : '') + (minutes > 0 ? `${minutes}M` : '') + (seconds > 0 ? `${seconds}S` : '');
  return text === '' ? 'PT0S' : `PT${text}`;
}
