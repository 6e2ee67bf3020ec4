import { ErrorKind, Outbound, ServiceError } from '@portolan/service';
import type { JobOrchestrationConfig } from '../job-orchestration-config';
import { blankToNull, readCommon, type CommonDocument } from '../registry/common-document';
import { readRuntime, type Runtime } from '../registry/runtime';
import { hasField, readIn } from '../releases/in-release';
import type { Release } from '../releases/release';
import { NO_COMMAND_CRITERIA, type JobSubmission } from './job-request.dto';
import { criterionOfTags } from './selection/criteria';
import type { Wanted } from './selection/select';

/** What a client asked for, as it is stored and shown. */
export interface JobRequest extends CommonDocument {
  commandArgs: string | null;
  clusterCriterias: { tags: string[] }[];
  commandCriteria: string[];
  group: string | null;
  disableLogArchival: boolean;
  email: string | null;
  /** Seconds. */
  timeout: number | null;
  applications: string[];
  grouping: string | null;
  groupingInstance: string | null;
  /** `cpu` and `memory` of the request are in here. */
  runtime: Runtime;
  /** Environment variables whose values the node asks a provider for: only where they are is known here. */
  secrets: JobSecret[];
  webhook: Webhook | null;
}

/** A secret by its reference: `ref` is `<provider>:<what the provider knows it by>`. */
export interface JobSecret {
  name: string;
  ref: string;
}

/** Who is told of the job's end. Its secret signs what is sent and is shown to nobody. */
export interface Webhook {
  url: string;
  secret: string;
}

/** What a request is judged by. */
export type JobRules = Pick<
  JobOrchestrationConfig,
  'API_RELEASE' | 'JOB_MAX_MEMORY_MB' | 'OUTBOUND' | 'OUTBOUND_ALLOWED'
>;

/**
 * Reads a submission.
 *
 * @param rules which release's fields count, and what a job may ask for
 * @throws ValidationFailedError; ServiceError (constraint) when criteria are blank, the memory is too much, two secrets have one name, or the
 *   webhook can't be called.
 */
export function readJobRequest(submission: JobSubmission, rules: JobRules): JobRequest {
  const body = readIn(rules.API_RELEASE, 'request', withArguments(submission, rules.API_RELEASE));
  const clusterCriterias = body.clusterCriterias.map(({ tags }) => ({ tags: notBlank(tags) }));
  const commandCriteria = notBlank(body.commandCriteria);
  if (clusterCriterias.some(({ tags }) => tags.length === 0)) {
    throw constraint('clusterCriterias: No valid (e.g. non-blank) tags present');
  }
  if (commandCriteria.length === 0) {
    throw constraint(NO_COMMAND_CRITERIA);
  }
  const runtime = readRuntime(body.runtime, body);
  const excess = memoryExcess(runtime, rules.JOB_MAX_MEMORY_MB);
  if (excess) throw excess;
  return {
    ...readCommon(body),
    commandArgs: blankToNull(body.commandArgs),
    clusterCriterias,
    commandCriteria,
    group: blankToNull(body.group),
    disableLogArchival: body.disableLogArchival ?? false,
    email: body.email ?? null,
    timeout: body.timeout ?? null,
    applications: body.applications ?? [],
    grouping: body.grouping ?? null,
    groupingInstance: body.groupingInstance ?? null,
    runtime,
    secrets: readSecrets(body.secrets ?? []),
    webhook: readWebhook(body.webhook, rules),
  };
}

/**
 * Refuses more memory than a job may have, whoever asked for it: the request, or the command that it runs.
 *
 * @returns undefined when it is not too much
 */
export function memoryExcess({ resources }: Runtime, maxMemoryMb: number): ServiceError | undefined {
  const memory = resources.memoryMb ?? 0;
  if (memory <= maxMemoryMb) return undefined;
  return constraint(`Requested ${memory} MB to run job which is more than the ${maxMemoryMb} MB allowed`);
}

/** What a request asks of the registry. */
export const wantedBy = (request: JobRequest): Wanted => ({
  clusterCriteria: request.clusterCriterias.map(({ tags }) => criterionOfTags(tags)),
  commandCriterion: criterionOfTags(request.commandCriteria),
});

/** Arguments as a list go before those as a text, and are one from here on: what holds for the text holds for them. */
function withArguments(submission: JobSubmission, release: Release): JobSubmission {
  if (!hasField(release, 'request', 'commandArguments')) return submission;
  const joined = blankToNull(submission.commandArguments?.join(' '));
  return joined === null ? submission : { ...submission, commandArgs: joined };
}

function readSecrets(secrets: readonly JobSecret[]): JobSecret[] {
  const names = new Set(secrets.map(({ name }) => name));
  if (names.size < secrets.length) throw constraint('secrets: two have the same name');
  return secrets.map(({ name, ref }) => ({ name, ref }));
}

/** What a name means is judged when it is called: it may mean another machine by then. */
function readWebhook(webhook: Webhook | null | undefined, rules: JobRules): Webhook | null {
  if (!webhook) return null;
  const url = URL.canParse(webhook.url) ? new URL(webhook.url) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw constraint('webhook.url must be an http or https address');
  }
  if (url.username !== '' || url.password !== '') {
    throw constraint('webhook.url must not have a user or password: what is sent is signed with the secret');
  }
  try {
    new Outbound(rules).check(url);
  } catch {
    throw constraint('webhook.url must not be an address that this installation does not call');
  }
  return { url: webhook.url, secret: webhook.secret };
}

const constraint = (message: string): ServiceError => new ServiceError(ErrorKind.Constraint, message);

const notBlank = (tags: readonly string[]): string[] => [...new Set(tags.filter((tag) => tag.trim() !== ''))];
