import { hostname } from 'node:os';
import { Outbound, hasUserInfo, malformed, type ServiceError } from '@portolan/service';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { blankToNull, idOrNew, readCommon } from '../registry/common-document';
import { readRuntime } from '../registry/runtime';
import type { Runtime } from '../registry/runtime.dto';
import { hasField, readIn, type Release } from '../releases/release-table';
import { criterionOfTags, type Criterion } from '../criteria/criteria';
import { constraint } from '../errors/error-format';
import type { Attachments } from '../attachments/attachments';
import {
  DependencyCondition,
  NO_COMMAND_CRITERIA,
  RetryCause,
  type ArrayRequest,
  type DependencyRequest,
  type JobSubmission,
  type RetryRequest,
  type SecretRequest,
  type WebhookRequest,
} from './job-request.dto';
import { ID_LIMIT, elementId } from './array-element';
import { indexesOf, indexesText, readIndexes } from './array-indexes';
import type { Client } from './client-headers';
import { ArchiveStatus } from './archive-status';
import { JobStatus } from './job-status';
import { StatusMessage } from './status-message';
import type { Dependency, JobArray, JobEntity, JobRequest, Retry } from './job.entity';

/** The rules that a request is checked against. */
export type JobRules = Pick<
  JobOrchestrationConfig,
  'API_RELEASE' | 'JOB_MAX_MEMORY_MB' | 'OUTBOUND' | 'OUTBOUND_ALLOWED'
>;

/**
 * Reads a submission.
 * @param rules the release whose fields count, and the limits of a job
 * @throws ValidationFailedError; ServiceError (constraint) when criteria are blank, the memory exceeds the maximum, two
 * secrets have one name, or the webhook has an invalid address; ServiceError (malformed) when a dependency is named twice, or
 * exit codes are without their cause, or for the indexes of an array
 */
export function readJobRequest(submission: JobSubmission, rules: JobRules): JobRequest {
  const fields = readIn(rules.API_RELEASE, 'request', withArguments(submission, rules.API_RELEASE));
  const clusterCriterias = fields.clusterCriterias.map(({ tags }) => ({ tags: notBlank(tags) }));
  const commandCriteria = notBlank(fields.commandCriteria);
  if (clusterCriterias.some(({ tags }) => tags.length === 0)) {
    throw constraint('clusterCriterias: No valid (e.g. non-blank) tags present');
  }
  if (commandCriteria.length === 0) throw constraint(NO_COMMAND_CRITERIA);
  const runtime = readRuntime(fields.runtime, fields);
  const excess = memoryExcess(runtime, rules.JOB_MAX_MEMORY_MB);
  if (excess) throw excess;
  return {
    ...readCommon(fields),
    commandArgs: blankToNull(fields.commandArgs),
    clusterCriterias,
    commandCriteria,
    group: blankToNull(fields.group),
    disableLogArchival: fields.disableLogArchival ?? false,
    email: fields.email ?? null,
    timeout: fields.timeout ?? null,
    applications: fields.applications ?? [],
    grouping: fields.grouping ?? null,
    groupingInstance: fields.groupingInstance ?? null,
    runtime,
    secrets: readSecrets(fields.secrets ?? []),
    webhook: readWebhook(fields.webhook, rules),
    priority: fields.priority ?? 0,
    dependsOn: readDependencies(fields.dependsOn ?? []),
    retry: readRetry(fields.retry),
    array: readArray(fields.array, fields.id),
  };
}

/**
 * Refuses more memory than a job may have, whether the request or its command asks for it (V3-JOB-22).
 * @returns undefined when the amount is allowed
 */
export function memoryExcess({ resources }: Runtime, maxMemoryMb: number): ServiceError | undefined {
  const memory = resources.memoryMb ?? 0;
  if (memory <= maxMemoryMb) return undefined;
  return constraint(`Requested ${memory} MB to run job which is more than the ${maxMemoryMb} MB allowed`);
}

/** The requirements of a job on the registry: clusters, command, applications. */
export interface Wanted {
  /** In the request's order. */
  clusterCriteria: readonly Criterion[];
  commandCriterion: Criterion;
}

/** Returns the requirements of a request on the registry. */
export const wantedBy = (request: JobRequest): Wanted => ({
  clusterCriteria: request.clusterCriterias.map(({ tags }) => criterionOfTags(tags)),
  commandCriterion: criterionOfTags(request.commandCriteria),
});

/** Joins arguments given as a list into a text, for which all further rules hold; the list overrides the text. */
function withArguments(submission: JobSubmission, release: Release): JobSubmission {
  if (!hasField(release, 'request', 'commandArguments')) return submission;
  const commandArgs = blankToNull(submission.commandArguments?.join(' '));
  return commandArgs === null ? submission : { ...submission, commandArgs };
}

function readSecrets(secrets: readonly SecretRequest[]): SecretRequest[] {
  const names = new Set(secrets.map(({ name }) => name));
  if (names.size < secrets.length) throw constraint('secrets: two have the same name');
  return secrets.map(({ name, ref }) => ({ name, ref }));
}

function readDependencies(given: readonly DependencyRequest[]): Dependency[] | null {
  const ids = given.map(({ id }) => id);
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again !== -1) {
    const field = `dependsOn[${again}].id`;
    throw malformed(field, `${field}: the job ${ids[again] ?? ''} is named twice`);
  }
  if (given.length === 0) return null;
  return given.map(({ id, condition }) => ({ id, condition: condition ?? DependencyCondition.Succeeded }));
}

function readRetry(given: RetryRequest | null | undefined): Retry | null {
  if (!given) return null;
  const on = given.on ?? [RetryCause.Lost];
  const exitCodes = given.exitCodes ?? [];
  if (exitCodes.length > 0 && !on.includes(RetryCause.Exit))
    throw malformed('retry.exitCodes', 'retry.exitCodes needs exit in retry.on');
  const { limit, delaySeconds, factor, maxDelaySeconds } = given;
  return {
    limit,
    on,
    exitCodes,
    delaySeconds: delaySeconds ?? 10,
    factor: factor ?? 2,
    maxDelaySeconds: maxDelaySeconds ?? 600,
  };
}

/** @param id id of the job, if the client chose one: elements have longer ids */
function readArray(given: ArrayRequest | null | undefined, id: string | null | undefined): JobArray | null {
  if (!given) return null;
  const { size, indexes = null, maxRunning = null } = given;
  const read = indexes === null ? null : readIndexes(indexes, size);
  if (typeof read === 'string') throw malformed('array.indexes', `array.indexes ${read}`);
  const array = { size, indexes: read === null ? null : indexesText(read), maxRunning };
  requireElementIds(array, id ?? '');
  return array;
}

/** Refuses an array whose elements would have ids that are too long. @throws ServiceError (malformed) */
export function requireElementIds(array: JobArray, arrayId: string): void {
  const last = elementId(arrayId, indexesOf(array).at(-1) ?? 0);
  if ([...last].length > ID_LIMIT)
    throw malformed('id', `id is too long for an array: its elements have ids like ${last.slice(-20)}`);
}

/** Only the form of the address is checked here: its host name is resolved at each call, because it may change by then. */
function readWebhook(webhook: WebhookRequest | null | undefined, rules: JobRules): WebhookRequest | null {
  if (!webhook) return null;
  const url = URL.canParse(webhook.url) ? new URL(webhook.url) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw constraint('webhook.url must be an http or https address');
  }
  if (hasUserInfo(webhook.url)) {
    throw constraint(
      'webhook.url must not have a user or password: calls are signed with the secret. Write an @ that belongs to neither as %40',
    );
  }
  try {
    new Outbound(rules).check(url);
  } catch {
    throw constraint('webhook.url must not be an address that this installation does not call');
  }
  return { url: webhook.url, secret: webhook.secret };
}

const notBlank = (tags: readonly string[]): string[] => [...new Set(tags.filter((tag) => tag.trim() !== ''))];

export type JobNames = Pick<JobSubmission, 'id' | 'name' | 'user' | 'version'>;

/** Creates a job before its selection. */
export function newJob(
  { id, name, user, version }: JobNames,
  request: JobRequest,
  client: Client,
  attachments: Attachments | null,
): JobEntity {
  const now = Date.now();
  return {
    id: idOrNew(id),
    created: now,
    updated: now,
    name,
    user,
    version,
    status: JobStatus.Accepted,
    statusMsg: StatusMessage.Accepted,
    // The history begins with the state in which the job is stored.
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
    // Until a node claims the job, this process is responsible for it.
    hostName: hostname(),
    nodeId: null,
    processId: null,
    exitCode: null,
    stdOutSize: null,
    stdErrSize: null,
    attachments,
    clientHost: client.host,
    userAgent: client.userAgent?.slice(0, 2048) ?? null,
    clientHeaders: Object.keys(client.headers).length > 0 ? client.headers : null,
    arrayId: null,
    arrayIndex: null,
  };
}
