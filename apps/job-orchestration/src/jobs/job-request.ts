import { ErrorKind, ServiceError } from '@portolan/service';
import { readRuntime, type Runtime } from '../registry/runtime';
import type { JobSubmission } from './job-request.dto';
import { criterionOfTags } from './selection/criteria';
import type { Wanted } from './selection/select';

/** What a client asked for, as it is stored and shown. */
export interface JobRequest {
  description: string | null;
  metadata: Record<string, unknown> | null;
  tags: string[];
  configs: string[];
  dependencies: string[];
  setupFile: string | null;
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
}

/**
 * Reads a submission.
 *
 * @param maxMemoryMb what a job may ask for
 * @throws ServiceError (constraint) when criteria are blank or the memory is too much.
 */
export function readJobRequest(body: JobSubmission, maxMemoryMb: number): JobRequest {
  const clusterCriterias = body.clusterCriterias.map(({ tags }) => ({ tags: notBlank(tags) }));
  const commandCriteria = notBlank(body.commandCriteria);
  if (clusterCriterias.some(({ tags }) => tags.length === 0)) {
    throw constraint('clusterCriterias: No valid (e.g. non-blank) tags present');
  }
  if (commandCriteria.length === 0) {
    throw constraint('At least one valid (e.g. non-blank) command criteria is required');
  }
  const runtime = readRuntime(body.runtime, body);
  const memory = runtime.resources.memoryMb ?? 0;
  if (memory > maxMemoryMb) {
    throw constraint(`Requested ${memory} MB to run job which is more than the ${maxMemoryMb} MB allowed`);
  }
  return {
    description: body.description ?? null,
    metadata: body.metadata ?? null,
    tags: body.tags ?? [],
    configs: body.configs ?? [],
    dependencies: body.dependencies ?? [],
    setupFile: body.setupFile ?? null,
    commandArgs: blankToNull(body.commandArguments?.join(' ')) ?? blankToNull(body.commandArgs),
    clusterCriterias,
    commandCriteria,
    group: body.group ?? null,
    disableLogArchival: body.disableLogArchival ?? false,
    email: body.email ?? null,
    timeout: body.timeout ?? null,
    applications: body.applications ?? [],
    grouping: body.grouping ?? null,
    groupingInstance: body.groupingInstance ?? null,
    runtime,
  };
}

/** What a request asks of the registry. */
export const wantedBy = (request: JobRequest): Wanted => ({
  clusterCriteria: request.clusterCriterias.map(({ tags }) => criterionOfTags(tags)),
  commandCriterion: criterionOfTags(request.commandCriteria),
});

const constraint = (message: string): ServiceError => new ServiceError(ErrorKind.Constraint, message);

const notBlank = (tags: readonly string[]): string[] => [...new Set(tags.filter((tag) => tag.trim() !== ''))];

const blankToNull = (text: string | null | undefined): string | null =>
  text == null || text.trim() === '' ? null : text;
