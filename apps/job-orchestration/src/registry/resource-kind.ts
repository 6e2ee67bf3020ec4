import type { ClassConstructor } from '@portolan/validation';
import type { Release } from '../releases/release';
import {
  COMMON_SORT,
  before,
  byStatus,
  byTags,
  byText,
  from,
  type Filter,
  type Searchable,
} from '../search/searchable';
import { ApplicationEntity, ClusterEntity, CommandEntity, type ResourceEntity } from './registry.entity';
import {
  readApplication,
  readCommand,
  readDocument,
  type ApplicationDocument,
  type CommandDocument,
  type ResourceDocument,
} from './resource-document';
import {
  ApplicationRequest,
  ApplicationStatus,
  ClusterRequest,
  ClusterStatus,
  CommandRequest,
  CommandStatus,
  type ResourceRequest,
} from './resource.dto';

/** All that makes one kind of resource different from the others. */
export interface ResourceKind<
  R extends ResourceRequest = ResourceRequest,
  D extends ResourceDocument = ResourceDocument,
> {
  /** As messages say it, with its article. */
  noun: 'application' | 'cluster' | 'command';
  article: 'a' | 'an';
  /** In addresses; also the name of the table. */
  collection: 'applications' | 'clusters' | 'commands';
  listName: string;
  tagTable: string;
  statuses: Readonly<Record<string, string>>;
  /** The status of what is out of service for good. */
  retired: string;
  searchable: Searchable;
  request: ClassConstructor<R>;
  entity: ClassConstructor<ResourceEntity<D>>;
  /** Related collections that its links show, and whether they take `{?status}`. */
  related: readonly { collection: 'applications' | 'clusters' | 'commands'; byStatus: boolean }[];
  /** @param stored what it replaces */
  read(request: R, stored?: D): D;
  /** Columns of its own. */
  columns(document: D): Record<string, unknown>;
  /** Its own fields in the order in which they are shown. */
  show(document: D, release: Release): object;
}

/** Milliseconds between checks: 4.3 ignores what a client says and always shows this (reference: jobs §0). */
const CHECK_DELAY_MS = 10_000;

/** How often jobs of a command are looked at, ms, as clients of the release are told. */
export const checkDelayIn = (
  { checkDelay }: Pick<CommandDocument, 'checkDelay'>,
  release: Release,
): number => (release === '4.3' ? CHECK_DELAY_MS : (checkDelay ?? CHECK_DELAY_MS));

const tagsIn = (name: string): Filter => byTags({ name, owner: 'resource_id' }, true);

const none = (): Record<string, never> => ({});

export const APPLICATION: ResourceKind<ApplicationRequest, ApplicationDocument> = {
  noun: 'application',
  article: 'an',
  collection: 'applications',
  listName: 'applicationList',
  tagTable: 'application_tags',
  statuses: ApplicationStatus,
  retired: ApplicationStatus.Inactive,
  searchable: {
    filters: {
      name: byText,
      user: byText,
      status: byStatus(ApplicationStatus, 'application'),
      tag: tagsIn('application_tags'),
      type: byText,
    },
    sortable: COMMON_SORT,
  },
  request: ApplicationRequest,
  entity: ApplicationEntity,
  related: [{ collection: 'commands', byStatus: true }],
  read: readApplication,
  columns: ({ type }) => ({ type }),
  show: ({ type }) => ({ type }),
};

export const CLUSTER: ResourceKind<ClusterRequest> = {
  noun: 'cluster',
  article: 'a',
  collection: 'clusters',
  listName: 'clusterList',
  tagTable: 'cluster_tags',
  statuses: ClusterStatus,
  retired: ClusterStatus.Terminated,
  searchable: {
    filters: {
      name: byText,
      status: byStatus(ClusterStatus, 'cluster'),
      tag: tagsIn('cluster_tags'),
      minUpdateTime: from('updated'),
      maxUpdateTime: before('updated'),
    },
    sortable: COMMON_SORT,
  },
  request: ClusterRequest,
  entity: ClusterEntity,
  related: [{ collection: 'commands', byStatus: true }],
  read: readDocument,
  columns: none,
  show: none,
};

export const COMMAND: ResourceKind<CommandRequest, CommandDocument> = {
  noun: 'command',
  article: 'a',
  collection: 'commands',
  listName: 'commandList',
  tagTable: 'command_tags',
  statuses: CommandStatus,
  retired: CommandStatus.Inactive,
  searchable: {
    filters: {
      name: byText,
      user: byText,
      status: byStatus(CommandStatus, 'command'),
      tag: tagsIn('command_tags'),
    },
    sortable: COMMON_SORT,
  },
  request: CommandRequest,
  entity: CommandEntity,
  related: [
    { collection: 'applications', byStatus: false },
    { collection: 'clusters', byStatus: true },
  ],
  read: readCommand,
  columns: none,
  show: ({ executable, checkDelay, clusterCriteria, runtime }, release) => ({
    executable: executable.join(' '),
    executableAndArguments: executable,
    checkDelay: checkDelayIn({ checkDelay }, release),
    memory: runtime.resources.memoryMb,
    clusterCriteria,
    runtime,
  }),
};

export const RESOURCE_KINDS = [APPLICATION, CLUSTER, COMMAND] as const;
