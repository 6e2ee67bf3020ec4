import { ClusterStatus, CommandStatus } from '../../registry/resource.dto';
import type { Candidate, CommandCandidate, RegistrySnapshot } from '../../registry/registry-snapshot';
import { matches, merge, withDefaultStatus, type Criterion } from './criteria';

/** A command and the clusters that it could run the job on. */
export interface CommandOption {
  command: CommandCandidate;
  clusters: readonly Candidate[];
}

/** One of several, and why that one. */
export interface Chosen<T> {
  one: T;
  rationale?: string | undefined;
}

/** Chooses among equals; asked only when there are two or more. */
export interface Chooser {
  command<O extends CommandOption>(options: readonly O[]): Promise<Chosen<O>>;
  cluster(clusters: readonly Candidate[], command: CommandCandidate): Promise<Chosen<Candidate>>;
}

/** What a job asks for. */
export interface Wanted {
  /** In the request's order. */
  clusterCriteria: readonly Criterion[];
  commandCriterion: Criterion;
}

/** Why a command was in the choice, or why it was not. */
export interface CommandExplanation {
  id: string;
  name: string;
  /** Where the command's own criteria and those of the job met and found a cluster; null when nowhere. */
  criterion: Criterion | null;
  /** Ids of the clusters that it found. */
  clusters: string[];
}

/** How a selection came about; kept with the job. */
export interface SelectionExplanation {
  commands: CommandExplanation[];
  /** Commands that matched in all, also when not every one is explained. */
  matchingCommands: number;
  /** Why just these, when a selector has told. */
  rationale?: { command?: string | undefined; cluster?: string | undefined };
}

/** What a job runs with, or why there is nothing (reference: jobs §5.1). */
export type Selection =
  | { outcome: 'selected'; command: CommandCandidate; cluster: Candidate; explanation: SelectionExplanation }
  | { outcome: 'noCommand' | 'noCluster'; message: string; explanation: SelectionExplanation };

/** Commands and clusters per command that are explained at the most, so that a job's row stays small. */
const EXPLAINED = 20;

interface Choice extends CommandOption {
  criterion: Criterion | null;
}

/** Selects a command and a cluster for a job; among equals `chooser` chooses. */
export async function select(
  wanted: Wanted,
  registry: RegistrySnapshot,
  chooser: Chooser,
): Promise<Selection> {
  const commandCriterion = withDefaultStatus(wanted.commandCriterion, CommandStatus.Active);
  const commands = registry.commands.filter(
    (command) => command.document.clusterCriteria.length > 0 && matches(commandCriterion, command),
  );
  const choices = commands.map((command) => clustersFor(command, wanted.clusterCriteria, registry.clusters));
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
  return {
    outcome: 'selected',
    command,
    cluster: cluster.one,
    explanation: Object.keys(rationale).length > 0 ? { ...explanation, rationale } : explanation,
  };
}

/** The clusters of the first merged criterion that finds any: the command's criteria in turn, each with each of the job's. */
function clustersFor(
  command: CommandCandidate,
  wanted: readonly Criterion[],
  clusters: readonly Candidate[],
): Choice {
  for (const own of command.document.clusterCriteria) {
    for (const ofJob of wanted) {
      const merged = merge(own, ofJob);
      if (!merged) continue;
      const criterion = withDefaultStatus(merged, ClusterStatus.Up);
      const found = clusters.filter((cluster) => matches(criterion, cluster));
      if (found.length > 0) return { command, criterion, clusters: found };
    }
  }
  return { command, criterion: null, clusters: [] };
}

/** One candidate is taken without asking (reference: jobs §5.1). */
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
