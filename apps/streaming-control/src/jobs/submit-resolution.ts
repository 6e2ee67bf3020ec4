import { refused } from '../errors/errors';
import { countStages, type SchedulingInfo } from '../scheduling/scheduling-info';

/** One version of a cluster. */
export interface ArtifactVersion {
  url: string;
  version: string;
  schedulingInfo: SchedulingInfo;
}

/** What a submit names itself. */
export interface SubmitChoice {
  artifact: string | undefined;
  version: string | undefined;
  schedulingInfo: SchedulingInfo | undefined;
}

/** What a job runs: the rows of the table in reference: streams §4.2. */
export function resolveArtifact(
  cluster: string,
  choice: SubmitChoice,
  versions: readonly ArtifactVersion[],
  now: number,
): ArtifactVersion {
  const { artifact, version, schedulingInfo } = choice;
  if (artifact !== undefined) {
    if (!schedulingInfo) {
      throw refused(
        `Scheduling info is not provided during job submit for cluster ${cluster} with its own artifact`,
      );
    }
    return { url: artifact, version: version ?? String(now), schedulingInfo };
  }
  const base = version === undefined ? versions.at(-1) : versions.find((one) => one.version === version);
  if (!base) {
    throw refused(
      `No Job Cluster config could be found for version ${version ?? ''} in JobCluster ${cluster}. Job Submit fails`,
    );
  }
  if (!schedulingInfo) return base;
  const [given, expected] = [countStages(schedulingInfo), countStages(base.schedulingInfo)];
  if (given !== expected) {
    throw refused(
      `Job submit for cluster ${cluster}: ${given} stages are given, its artifact has ${expected}`,
    );
  }
  return { ...base, schedulingInfo };
}

/** A non-empty list of the request replaces the cluster's. */
export const resolveParameters = <T>(given: readonly T[] | undefined, cluster: readonly T[]): readonly T[] =>
  given && given.length > 0 ? given : cluster;

export interface Label {
  name: string;
  value: string;
}

/** Labels that a job carries because of what it runs. */
export const LABEL = {
  artifact: '_svc.artifact',
  version: '_svc.version',
  isResubmit: '_svc.isResubmit',
} as const;

/** The cluster's labels, overlaid by the request's, overlaid by the system's, by name. */
export function resolveLabels(...lists: (readonly Label[] | undefined)[]): Label[] {
  const byName = new Map<string, Label>();
  for (const label of lists.flatMap((list) => list ?? [])) byName.set(label.name, label);
  return [...byName.values()];
}

/** The file name at the end of an artifact's address. */
export const artifactName = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? url;
