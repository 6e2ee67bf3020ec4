import type { Release } from '../../releases/release';
import { JOB_INTERFACE } from '../../releases/release-table';

/** What the environment of a job tells. */
export interface JobFacts {
  job: {
    id: string;
    name: string;
    user: string;
    tags: readonly string[];
    grouping: string | null;
    groupingInstance: string | null;
    group: string | null;
    memoryMb: number;
    clusterCriterias: readonly { tags: readonly string[] }[];
    commandCriteria: readonly string[];
  };
  cluster: Named;
  command: Named;
  /** As the clients of this service know it. */
  release: Release;
}

interface Named {
  id: string;
  name: string;
  tags: Iterable<string>;
}

/**
 * The variables of a job besides its directories (reference: jobs §6.3, listed in docs/job-environment.md).
 * Lists of tags are sorted and joined by commas; what is unset is empty.
 */
export function jobEnvironment({ job, cluster, command, release }: JobFacts): Record<string, string> {
  const criteria = job.clusterCriterias.map(({ tags }) => tagList(tags));
  return {
    PORTOLAN_VERSION: JOB_INTERFACE[release],
    PORTOLAN_CLUSTER_ID: cluster.id,
    PORTOLAN_CLUSTER_NAME: cluster.name,
    PORTOLAN_CLUSTER_TAGS: tagList(cluster.tags),
    PORTOLAN_COMMAND_ID: command.id,
    PORTOLAN_COMMAND_NAME: command.name,
    PORTOLAN_COMMAND_TAGS: tagList(command.tags),
    PORTOLAN_JOB_ID: job.id,
    PORTOLAN_JOB_NAME: job.name,
    PORTOLAN_JOB_MEMORY: String(job.memoryMb),
    PORTOLAN_JOB_TAGS: tagList(job.tags),
    PORTOLAN_JOB_GROUPING: job.grouping ?? '',
    PORTOLAN_JOB_GROUPING_INSTANCE: job.groupingInstance ?? '',
    PORTOLAN_REQUESTED_COMMAND_TAGS: tagList(job.commandCriteria),
    PORTOLAN_REQUESTED_CLUSTER_TAGS: `[${criteria.map((tags) => `[${tags}]`).join(',')}]`,
    ...Object.fromEntries(criteria.map((tags, index) => [`PORTOLAN_REQUESTED_CLUSTER_TAGS_${index}`, tags])),
    PORTOLAN_USER: job.user,
    PORTOLAN_USER_GROUP: job.group ?? '',
  };
}

const tagList = (tags: Iterable<string>): string => [...tags].sort().join(',');
