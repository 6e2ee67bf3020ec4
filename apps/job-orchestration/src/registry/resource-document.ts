import { malformed } from '@portolan/service';
import { isEmpty, normalize, type Criterion } from '../criteria/criteria';
import { hasField, type Release, type Shape } from '../releases/release-table';
import { readCommon, type CommonDocument } from './common-document';
import type { ApplicationRequest, CommandRequest, CriterionRequest } from './resource.dto';
import { readRuntime } from './runtime';
import type { Runtime } from './runtime.dto';

/** The stored part of a resource besides the columns for searches; without system tags. */
export type ResourceDocument = CommonDocument;

export interface ApplicationDocument extends ResourceDocument {
  type: string | null;
}

export interface ClusterDocument extends ResourceDocument {
  /** Ids of linked commands, in the order of the links. */
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

export const readApplication = (request: ApplicationRequest): ApplicationDocument => ({
  ...readCommon(request),
  type: request.type ?? null,
});

/**
 * `executable` and `executableAndArguments` are two forms of one field, as are `memory` and `runtime`: when a client reads,
 * changes and sends back a document, the changed form counts.
 * @throws ServiceError (malformed) without an executable, or for an empty criterion
 */
export function readCommand(request: CommandRequest, stored?: CommandDocument): CommandDocument {
  return {
    ...readCommon(request),
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
  if (read.length > 0) return read;
  throw malformed('executableAndArguments', 'an executable is required (executableAndArguments)');
}

function runtimeOf({ memory, runtime }: CommandRequest, stored?: CommandDocument): CommandRequest['runtime'] {
  const before = stored?.runtime.resources.memoryMb;
  const changed = before !== undefined && memory !== undefined && memory !== before;
  if (!changed || (runtime?.resources?.memoryMb ?? null) !== before) return runtime;
  return { ...runtime, resources: { ...runtime?.resources, memoryMb: memory } };
}

/** @throws ServiceError (malformed) for an empty criterion */
export function readCriterion(request: CriterionRequest): Criterion {
  const { id = null, name = null, version = null, status = null, tags } = request;
  const criterion = normalize({ id, name, version, status, tags: tags ?? [] });
  if (!isEmpty(criterion)) return criterion;
  throw malformed('clusterCriteria', 'a criterion needs at least one of id, name, version, status, tags');
}

/**
 * Returns a replacement that keeps the stored fields that the client's release does not show: a client must not erase an
 * invisible field by sending back the document that it read.
 */
export function withUnseen(
  release: Release,
  shape: Shape,
  read: ResourceDocument,
  stored: ResourceDocument,
): ResourceDocument {
  const kept = Object.entries(stored).filter(([field]) => !hasField(release, shape, field));
  const document: ResourceDocument = { ...read, ...(Object.fromEntries(kept) as object) };
  if (shape !== 'command' || hasField(release, shape, 'runtime')) return document;
  // A release without `runtime` still shows one of its amounts: `memory`.
  const { resources, images } = (stored as CommandDocument).runtime;
  const { memoryMb } = (read as CommandDocument).runtime.resources;
  return { ...document, runtime: { resources: { ...resources, memoryMb }, images } } as CommandDocument;
}
