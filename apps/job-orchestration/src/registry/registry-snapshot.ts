import type { Matchable } from '../criteria/criteria';
import type { CommandApplicationEntity, ResourceEntity } from './registry.entity';
import type { ApplicationDocument, CommandDocument, ResourceDocument } from './resource-document';

/** A resource as selection sees it. */
export interface Candidate<D extends ResourceDocument = ResourceDocument> extends Matchable {
  document: D;
}

/** A command and the applications that it depends on, in order. */
export interface CommandCandidate extends Candidate<CommandDocument> {
  applicationIds: readonly string[];
}

/** The whole registry at one moment. */
export interface RegistrySnapshot {
  applications: ReadonlyMap<string, Candidate<ApplicationDocument>>;
  clusters: readonly Candidate[];
  commands: readonly CommandCandidate[];
}

/** Converts rows into the form that selection uses. */
export function snapshotOf(
  applications: readonly ResourceEntity[],
  clusters: readonly ResourceEntity[],
  commands: readonly ResourceEntity[],
  links: readonly CommandApplicationEntity[],
): RegistrySnapshot {
  const linked = new Map<string, string[]>();
  for (const { commandId, applicationId } of links) {
    linked.set(commandId, [...(linked.get(commandId) ?? []), applicationId]);
  }
  return {
    applications: new Map(applications.map((row) => [row.id, candidate<ApplicationDocument>(row)])),
    clusters: clusters.map((row) => candidate(row)),
    commands: commands.map((row) => ({
      ...candidate<CommandDocument>(row),
      applicationIds: linked.get(row.id) ?? [],
    })),
  };
}

/** Converts a row to the form that criteria are matched against. */
export const candidate = <D extends ResourceDocument>(row: ResourceEntity): Candidate<D> => {
  const { id, name, version, status, document } = row;
  return { id, name, version, status, tags: new Set(document.tags), document: document as D };
};
