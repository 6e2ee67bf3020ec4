import { malformed } from '@portolan/service';
import { isEmpty, normalize, type Criterion } from '../jobs/selection/criteria';
import { readCommon, type CommonDocument } from './common-document';
import type { ApplicationRequest, CommandRequest, CriterionRequest, ResourceRequest } from './resource.dto';
import { readRuntime, type Runtime } from './runtime';
import { withoutSystemTags } from './system-tags';

/** What is stored of a resource besides the columns that searches use; its tags without those of the system. */
export type ResourceDocument = CommonDocument;

export interface ApplicationDocument extends ResourceDocument {
  type: string | null;
}

export interface CommandDocument extends ResourceDocument {
  executable: string[];
  /** In order of priority. */
  clusterCriteria: Criterion[];
  runtime: Runtime;
}

/** Reads what all kinds have. */
export function readDocument(request: ResourceRequest): ResourceDocument {
  const document = readCommon(request);
  return { ...document, tags: withoutSystemTags(document.tags) };
}

export const readApplication = (request: ApplicationRequest): ApplicationDocument => ({
  ...readDocument(request),
  type: request.type ?? null,
});

/** @throws ServiceError (malformed) when there is nothing to execute, or a criterion asks for nothing. */
export function readCommand(request: CommandRequest): CommandDocument {
  const words = request.executable?.split(/\s+/).filter((word) => word !== '');
  const executable = request.executableAndArguments ?? words ?? [];
  if (executable.length === 0) {
    throw malformed('executableAndArguments', 'an executable is required (executableAndArguments)');
  }
  return {
    ...readDocument(request),
    executable,
    clusterCriteria: (request.clusterCriteria ?? []).map(readCriterion),
    runtime: readRuntime(request.runtime, { memory: request.memory }),
  };
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
