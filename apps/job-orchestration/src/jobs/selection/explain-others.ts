import { ClusterStatus, CommandStatus } from '../../registry/resource.dto';
import type { RegistrySnapshot } from '../../registry/registry-snapshot';
import { withDefaultStatus, type Criterion, type Matchable } from './criteria';
import type { SelectionExplanation, Wanted } from './select';

/** A resource that was no choice, and why. */
export interface Unsuitable {
  id: string;
  name: string;
  reasons: string[];
}

/** Why the rest of the registry was no choice: the nearest first. */
export interface OthersExplanation {
  commands: Unsuitable[];
  clusters: Unsuitable[];
}

/** So many of each kind are explained at the most. */
const EXPLAINED = 20;

/**
 * Tells why resources that are not in `explanation` can't be chosen. Clusters are held against the job's own
 * criteria; what commands ask of them besides is in the explanation of each command.
 */
export function explainOthers(
  wanted: Wanted,
  registry: RegistrySnapshot,
  explanation: SelectionExplanation,
): OthersExplanation {
  const commandCriterion = withDefaultStatus(wanted.commandCriterion, CommandStatus.Active);
  const possible = new Set(explanation.commands.map(({ id }) => id));
  const found = new Set(explanation.commands.flatMap(({ clusters }) => clusters));
  const commands = registry.commands
    .filter(({ id }) => !possible.has(id))
    .map((command) => ({
      ...named(command),
      reasons: [
        ...mismatches(commandCriterion, command),
        ...(command.document.clusterCriteria.length > 0 ? [] : ['it has no cluster criteria']),
      ],
    }));
  const criteria = wanted.clusterCriteria.map((one) => withDefaultStatus(one, ClusterStatus.Up));
  const clusters = registry.clusters
    .filter(({ id }) => !found.has(id))
    .map((cluster) => ({
      ...named(cluster),
      reasons: fewest(criteria.map((one) => mismatches(one, cluster))),
    }));
  return { commands: nearest(commands), clusters: nearest(clusters) };
}

/** What a resource lacks of a criterion. */
export function mismatches(criterion: Criterion, resource: Matchable): string[] {
  const fields = (['id', 'name', 'version', 'status'] as const)
    .filter((field) => criterion[field] !== null && criterion[field] !== resource[field])
    .map((field) => `its ${field} is ${resource[field]}, not ${criterion[field] ?? ''}`);
  const tags = criterion.tags
    .filter((tag) => !resource.tags.has(tag))
    .map((tag) => `it lacks the tag ${tag}`);
  return [...fields, ...tags];
}

const named = ({ id, name }: Matchable): { id: string; name: string } => ({ id, name });

const fewest = (options: readonly string[][]): string[] =>
  options.reduce<string[] | undefined>(
    (best, one) => (best === undefined || one.length < best.length ? one : best),
    undefined,
  ) ?? [];

/** A resource that lacks nothing was chosen from (or no matching command asks for it), so it says that. */
const nearest = (resources: Unsuitable[]): Unsuitable[] =>
  resources
    .sort((one, other) => one.reasons.length - other.reasons.length)
    .slice(0, EXPLAINED)
    .map((one) =>
      one.reasons.length > 0 ? one : { ...one, reasons: ['no candidate asks for it, or it came later'] },
    );
