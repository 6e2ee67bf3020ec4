import type { Matchable } from '../jobs/selection/criteria';
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

/** Makes rows ready for selection. */
export function snapshotOf(rows: {
  applications: readonly ResourceEntity[];
  clusters: readonly ResourceEntity[];
  commands: readonly ResourceEntity[];
  links: readonly CommandApplicationEntity[];
}): RegistrySnapshot {
  const linked = new Map<string, string[]>();
  for (const { commandId, applicationId } of rows.links) {
    linked.set(commandId, [...(linked.get(commandId) ?? []), applicationId]);
  }
  return {
    applications: new Map(
      rows.applications.map((row) => [row.id, candidate(row) as Candidate<ApplicationDocument>]),
    ),
    clusters: rows.clusters.map(candidate),
    commands: rows.commands.map((row) => ({
      ...(candidate(row) as Candidate<CommandDocument>),
      applicationIds: linked.get(row.id) ?? [],
    })),
  };
}

const candidate = ({ id, name, version, status, document }: ResourceEntity): Candidate => ({
  id,
  name,
  version,
  status,
  tags: new Set(document.tags),
  document,
});
