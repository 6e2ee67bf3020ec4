import { ClusterStatus, CommandStatus } from '../registry/resource.dto';
import type { SelectionExplanation } from '../jobs/job.entity';
import type { Wanted } from '../jobs/job-request';
import type { Candidate, CommandCandidate, RegistrySnapshot } from '../registry/registry-snapshot';
import {
  CRITERION_FIELDS,
  matches,
  merge,
  withDefaultStatus,
  type Criterion,
  type Matchable,
} from '../criteria/criteria';

/** A command and the clusters on which it could run the job. */
export interface CommandOption {
  command: CommandCandidate;
  clusters: readonly Candidate[];
}

/** A choice among several, and its reason. */
export interface Chosen<T> {
  one: T;
  rationale?: string | undefined;
}

/** Chooses among equals; called with two or more only. */
export interface Chooser {
  command<O extends CommandOption>(options: readonly O[]): Promise<Chosen<O>>;
  cluster(clusters: readonly Candidate[], command: CommandCandidate): Promise<Chosen<Candidate>>;
}

/** The command and cluster of a job, or the reason why none was found (V3-SEL-1). */
export type Selection =
  | { outcome: 'selected'; command: CommandCandidate; cluster: Candidate; explanation: SelectionExplanation }
  | { outcome: 'noCommand' | 'noCluster'; message: string; explanation: SelectionExplanation };

/** Maximum number of explained resources of a kind, so that a job's row stays small. */
const EXPLAINED = 20;

interface Choice extends CommandOption {
  criterion: Criterion | null;
}

/** Selects a command and a cluster for a job; `chooser` decides among equals. */
export async function select(
  wanted: Wanted,
  registry: RegistrySnapshot,
  chooser: Chooser,
): Promise<Selection> {
  const commandCriterion = withDefaultStatus(wanted.commandCriterion, CommandStatus.Active);
  const commands = registry.commands.filter(
    (command) => command.document.clusterCriteria.length > 0 && matches(commandCriterion, command),
  );
  const asked = askedClusters(wanted.clusterCriteria, registry.clusters);
  const choices = commands.map((command) => clustersFor(command, asked, registry.clusters));
  const explanation = explain(choices);
  if (commands.length === 0) {
    return { outcome: 'noCommand', message: 'No command matching command criterion found', explanation };
  }
  const possible = choices.filter((choice) => choice.clusters.length > 0);
  if (possible.length === 0) {
    const message = 'No clusters available to run any candidate command on';
    return { outcome: 'noCluster', message, explanation };
  }
  const chosen = await pick(possible, (options) => chooser.command(options));
  const { command, clusters } = chosen.one;
  const cluster = await pick(clusters, (options) => chooser.cluster(options, command));
  const rationale = {
    ...(chosen.rationale !== undefined && { command: chosen.rationale }),
    ...(cluster.rationale !== undefined && { cluster: cluster.rationale }),
  };
  const isExplained = Object.keys(rationale).length > 0;
  const explained = isExplained ? { ...explanation, rationale } : explanation;
  return { outcome: 'selected', command, cluster: cluster.one, explanation: explained };
}

/** A criterion of the job, and the clusters that match it. */
interface AskedClusters {
  ofJob: Criterion;
  matching: ReadonlySet<Candidate>;
}

/** A criterion that no cluster matches cannot match merged with another one. */
const askedClusters = (wanted: readonly Criterion[], clusters: readonly Candidate[]): AskedClusters[] =>
  wanted
    .map((ofJob) => ({ ofJob, matching: new Set(clusters.filter((cluster) => matches(ofJob, cluster))) }))
    .filter(({ matching }) => matching.size > 0);

/**
 * Returns the clusters of the first merged criterion with a match: the command's criteria in turn, each with each of the job's. A
 * cluster matches a merged criterion if it matches both sides. Merging all pairs of a large request took seconds.
 */
function clustersFor(
  command: CommandCandidate,
  asked: readonly AskedClusters[],
  clusters: readonly Candidate[],
): Choice {
  for (const own of command.document.clusterCriteria) {
    const ofCommand = clusters.filter((cluster) => matches(own, cluster));
    if (ofCommand.length === 0) continue;
    for (const { ofJob, matching } of asked) {
      const status = own.status ?? ofJob.status ?? ClusterStatus.Up;
      const found = ofCommand.filter((cluster) => matching.has(cluster) && cluster.status === status);
      const merged = found.length > 0 && merge(own, ofJob);
      if (merged) return { command, criterion: { ...merged, status }, clusters: found };
    }
  }
  return { command, criterion: null, clusters: [] };
}

/** Takes a single candidate without asking the chooser (docs/contract/jobs.md, Selection rules). */
async function pick<T>(
  options: readonly T[],
  choose: (options: readonly T[]) => Promise<Chosen<T>>,
): Promise<Chosen<T>> {
  const [only] = options;
  return only !== undefined && options.length === 1 ? { one: only } : choose(options);
}

const explain = (choices: readonly Choice[]): SelectionExplanation => ({
  commands: choices.slice(0, EXPLAINED).map(({ command, criterion, clusters }) => ({
    id: command.id,
    name: command.name,
    criterion,
    clusters: clusters.slice(0, EXPLAINED).map(({ id }) => id),
  })),
  matchingCommands: choices.length,
});

/** A resource that was not selected, and the reason. */
interface Unsuitable {
  id: string;
  name: string;
  reasons: string[];
}

/** The reasons for the rest of the registry, nearest miss first. */
export type OthersExplanation = Record<'commands' | 'clusters', Unsuitable[]>;

/**
 * Returns the reasons why resources missing in `explanation` are no candidates. Clusters are compared with the job's own
 * criteria; the further criteria of commands are in the explanation of each command.
 */
export function explainOthers(
  wanted: Wanted,
  registry: RegistrySnapshot,
  explanation: SelectionExplanation,
): OthersExplanation {
  const commandCriterion = withDefaultStatus(wanted.commandCriterion, CommandStatus.Active);
  const possible = new Set(explanation.commands.map(({ id }) => id));
  const found = new Set(explanation.commands.flatMap(({ clusters }) => clusters));
  const ofCommand = compared(commandCriterion);
  const criteria = wanted.clusterCriteria.map((one) => compared(withDefaultStatus(one, ClusterStatus.Up)));
  return {
    commands: nearest(registry.commands, possible, (command) => {
      const { count, reasons } = leastMiss([ofCommand], command);
      return command.document.clusterCriteria.length > 0
        ? { count, reasons }
        : { count: count + 1, reasons: () => [...reasons(), 'it has no cluster criteria'] };
    }),
    clusters: nearest(registry.clusters, found, (cluster) => leastMiss(criteria, cluster)),
  };
}

/** A criterion with its tags as a set. */
interface Compared {
  criterion: Criterion;
  tags: ReadonlySet<string>;
}

const compared = (criterion: Criterion): Compared => ({ criterion, tags: new Set(criterion.tags) });

/** The number of reasons why a resource does not match, and the reasons: they are put into words for the nearest misses only. */
interface Miss {
  count: number;
  reasons: () => string[];
}

/** Returns the miss of the criterion that a resource comes closest to. */
function leastMiss(criteria: readonly Compared[], resource: Matchable): Miss {
  let least: Miss | undefined;
  for (const { criterion, tags } of criteria) {
    let count = wrongFields(criterion, resource).length + tags.size;
    for (const tag of resource.tags) if (tags.has(tag)) count -= 1;
    if (count < (least?.count ?? Infinity)) least = { count, reasons: () => mismatches(criterion, resource) };
  }
  return least ?? { count: 0, reasons: () => [] };
}

const wrongFields = (criterion: Criterion, resource: Matchable) =>
  CRITERION_FIELDS.filter((field) => criterion[field] !== null && criterion[field] !== resource[field]);

const mismatches = (criterion: Criterion, resource: Matchable): string[] => [
  ...wrongFields(criterion, resource).map(
    (field) => `its ${field} is ${resource[field]}, not ${criterion[field] ?? ''}`,
  ),
  ...criterion.tags.filter((tag) => !resource.tags.has(tag)).map((tag) => `it lacks the tag ${tag}`),
];

/** Returns the nearest misses. A resource without a mismatch was a candidate, or no matching command asks for it: its reason says so. */
const nearest = <T extends Matchable>(
  resources: readonly T[],
  known: ReadonlySet<string>,
  missOf: (resource: T) => Miss,
): Unsuitable[] =>
  resources
    .filter(({ id }) => !known.has(id))
    .map((one) => ({ one, miss: missOf(one) }))
    .sort((first, second) => first.miss.count - second.miss.count)
    .slice(0, EXPLAINED)
    .map(({ one: { id, name }, miss: { count, reasons } }) => ({
      id,
      name,
      reasons: count > 0 ? reasons() : ['no candidate asks for it, or it came later'],
    }));
