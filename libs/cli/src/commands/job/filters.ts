import type { ListJobsData } from '@portolan/client-jobs';
import { several } from '../../input/values.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';

/** Filters of a search; `--user` is an option of every command. */
export interface JobFilters {
  name?: string;
  status?: string[];
  tag?: string[];
  cluster?: string;
  command?: string;
  grouping?: string;
  groupingInstance?: string;
  arrayId?: string;
}

type Query = NonNullable<ListJobsData['query']>;

/** Adds the filters of a search. */
export function filtersJobs(command: PortolanCommand): PortolanCommand {
  return command
    .option('--name <name>', 'name; % stands for any text')
    .option('--status <status>', 'ACCEPTED, RUNNING, SUCCEEDED, FAILED, KILLED; repeatable', several)
    .option('--tag <tag>', 'tag; repeatable', several)
    .option('--cluster <name>', 'name of the cluster')
    .option('--command <name>', 'name of the command')
    .option('--grouping <text>', 'grouping')
    .option('--grouping-instance <text>', 'instance of the grouping')
    .option('--array-id <id>', 'elements of this array');
}

/** Returns the filters as the API takes them. */
export function filterQuery(session: Session, filters: JobFilters): Query {
  const query: Record<string, unknown> = {
    user: session.options.user,
    name: filters.name,
    status: filters.status?.flatMap((text) => text.split(',')).map((text) => text.toUpperCase()),
    tag: filters.tag,
    clusterName: filters.cluster,
    commandName: filters.command,
    grouping: filters.grouping,
    groupingInstance: filters.groupingInstance,
    arrayId: filters.arrayId,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
