import { malformed } from '@portolan/service';
import { isEmpty, normalize, type Criterion } from '../jobs/selection/criteria';
import { readCommon, type CommonDocument } from './common-document';
import type { ApplicationRequest, CommandRequest, CriterionRequest, ResourceRequest } from './resource.dto';
import { readRuntime, type Runtime } from './runtime';

/** What is stored of a resource besides the columns that searches use; its tags without those of the system. */
export type ResourceDocument = CommonDocument;

export interface ApplicationDocument extends ResourceDocument {
  type: string | null;
}

export interface ClusterDocument extends ResourceDocument {
  /** Ids of the commands that were linked to it, in the order of the links. */
  linkedCommands?: string[];
}

export interface CommandDocument extends ResourceDocument {
  executable: string[];
  /** ms; releases before 4.3 show it. */
  checkDelay?: number | null;
  /** In order of priority. */
  clusterCriteria: Criterion[];
  runtime: Runtime;
}

/** Reads what all kinds have. */
export const readDocument = (request: ResourceRequest): ResourceDocument => readCommon(request);

export const readApplication = (request: ApplicationRequest): ApplicationDocument => ({
  ...readDocument(request),
  type: request.type ?? null,
});

/**
 * `executable` and `executableAndArguments` are two forms of one thing, `memory` and `runtime` too: of what is read,
 * changed and sent back the form that was changed counts.
 *
 * @throws ServiceError (malformed) when there is nothing to execute, or a criterion asks for nothing.
 */
export function readCommand(request: CommandRequest, stored?: CommandDocument): CommandDocument {
  return {
    ...readDocument(request),
    executable: readExecutable(request, stored?.executable),
    checkDelay: request.checkDelay ?? null,
    clusterCriteria: (request.clusterCriteria ?? []).map(readCriterion),
    runtime: readRuntime(runtimeOf(request, stored), { memory: request.memory }),
  };
}

function readExecutable(
  { executable, executableAndArguments }: CommandRequest,
  stored: readonly string[] = [],
): string[] {
  const shown = stored.join(' ');
  const same = executableAndArguments?.join('\0') === stored.join('\0');
  if (executable === shown && (same || !executableAndArguments) && stored.length > 0) return [...stored];
  const words = executable?.split(/\s+/).filter((word) => word !== '');
  const read = (same ? words : executableAndArguments) ?? executableAndArguments ?? words ?? [];
  if (read.length === 0) {
    throw malformed('executableAndArguments', 'an executable is required (executableAndArguments)');
  }
  return read;
}

function runtimeOf({ memory, runtime }: CommandRequest, stored?: CommandDocument): CommandRequest['runtime'] {
  const before = stored?.runtime.resources.memoryMb;
  const changed = before !== undefined && memory !== undefined && memory !== before;
  if (!changed || (runtime?.resources?.memoryMb ?? null) !== before) return runtime;
  return { ...runtime, resources: { ...runtime?.resources, memoryMb: memory } };
}

/** @throws ServiceError (malformed) when it asks for nothing. */
export function readCriterion(request: CriterionRequest): Criterion {
  const criterion = normalize({
    id: request.id ?? null,
    name: request.name ?? null,
    version: request.version ?? null,
    status: request.status ?? null,
    tags: request.tags ?? [],
  });
  if (isEmpty(criterion)) {
    throw malformed('clusterCriteria', 'a criterion needs at least one of id, name, version, status, tags');
  }
  return criterion;
}
