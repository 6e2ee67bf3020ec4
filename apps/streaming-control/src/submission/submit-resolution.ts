import type { NameAndValue } from '../clusters/name-and-value';
import type { ArtifactVersion } from '../clusters/cluster.entity';
import { refused } from '../errors/refusals';
import { countStages } from '../scheduling/read-scheduling-info';
import type { Submission } from './submission-request';

/** Decides the artifact and resources of a job, by the table of docs/contract/streams.md#submission. */
export function resolveArtifact(
  cluster: string,
  { artifact, version, schedulingInfo }: Pick<Submission, 'artifact' | 'version' | 'schedulingInfo'>,
  versions: readonly ArtifactVersion[],
  now: number,
): ArtifactVersion {
  if (artifact !== undefined) {
    if (schedulingInfo) return { url: artifact, version: version ?? String(now), schedulingInfo };
    const what = `cluster ${cluster} with its own artifact`;
    throw refused(`Scheduling info is not provided during job submit for ${what}`);
  }
  const base = version === undefined ? versions.at(-1) : versions.find((one) => one.version === version);
  if (!base) {
    throw refused(
      `No Job Cluster config could be found for version ${version ?? ''} in JobCluster ${cluster}. Job Submit fails`,
    );
  }
  if (!schedulingInfo) return base;
  const [given, expected] = [countStages(schedulingInfo), countStages(base.schedulingInfo)];
  if (given === expected) return { ...base, schedulingInfo };
  throw refused(
    `Job submit for cluster ${cluster}: ${given} stages are given, but its artifact has ${expected}`,
  );
}

/** Returns the parameters of the submission, or the cluster's when it names none. */
export const resolveParameters = <T>(given: readonly T[] | undefined, cluster: readonly T[]): readonly T[] =>
  given && given.length > 0 ? given : cluster;

/** Merges lists of labels by name; later lists take precedence. */
export function resolveLabels(...lists: (readonly NameAndValue[] | undefined)[]): NameAndValue[] {
  const byName = new Map<string, NameAndValue>();
  for (const label of lists.flatMap((list) => list ?? [])) byName.set(label.name, label);
  return [...byName.values()];
}
