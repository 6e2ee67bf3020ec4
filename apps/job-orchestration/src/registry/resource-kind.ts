import type { Model } from '@portolan/service';
import type { ClassConstructor } from '@portolan/validation';
import {
  COMMON_SORT,
  before,
  byStatus,
  byTags,
  byText,
  from,
  type Filter,
  type Searchable,
} from '../query/searchable';
import type { Release } from '../releases/release-table';
import { readCommon } from './common-document';
import { ApplicationEntity, ClusterEntity, CommandEntity, type ResourceEntity } from './registry.entity';
import {
  readApplication,
  readCommand,
  type ApplicationDocument,
  type CommandDocument,
  type ResourceDocument,
} from './resource-document';
import { ApplicationResponse, ClusterResponse, CommandResponse } from './resource-response.dto';
import {
  ApplicationRequest,
  ApplicationStatus,
  ClusterRequest,
  ClusterStatus,
  CommandRequest,
  CommandStatus,
  type ResourceRequest,
} from './resource.dto';

type Noun = 'application' | 'cluster' | 'command';
type Collection = `${Noun}s`;

/** The differences between the kinds of resources. */
export interface ResourceKind<
  R extends ResourceRequest = ResourceRequest,
  D extends ResourceDocument = ResourceDocument,
> {
  noun: Noun;
  article: 'a' | 'an';
  /** Segment of the address and name of the table. */
  collection: Collection;
  listName: string;
  tagTable: string;
  statuses: Readonly<Record<string, string>>;
  /** The status of a resource that is permanently out of service. */
  retired: string;
  searchable: Searchable;
  request: ClassConstructor<R>;
  response: Model;
  /** A request, as the OpenAPI document shows it. */
  example: R;
  entity: ClassConstructor<ResourceEntity<D>>;
  /** Related collections in the links, and whether they take `{?status}`. */
  related: readonly { collection: Collection; byStatus: boolean }[];
  /** @param stored the document to replace */
  read(request: R, stored?: D): D;
  /** Columns of this kind only. */
  columns?(document: D): Record<string, unknown>;
  /** Fields of this kind only, in their displayed order. */
  show?(document: D, release: Release): object;
}

/** Milliseconds between checks: 4.3 ignores the value of the client and always shows this one (V3-REL-4). */
const CHECK_DELAY_MS = 10_000;

/** Returns the `checkDelay` that clients of the release see, ms. */
export const checkDelayIn = (
  { checkDelay }: Pick<CommandDocument, 'checkDelay'>,
  release: Release,
): number => (release === '4.3' ? CHECK_DELAY_MS : (checkDelay ?? CHECK_DELAY_MS));

/** Returns a word with a capital, as names begin with it: `Command`. */
export const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** @param filters besides those of the name, the status and the tags */
function kindOf<R extends ResourceRequest, D extends ResourceDocument>(
  note: Omit<ResourceKind<R, D>, 'article' | 'collection' | 'listName' | 'tagTable' | 'searchable'>,
  filters: Readonly<Record<string, Filter>>,
): ResourceKind<R, D> {
  const { noun, statuses } = note;
  const tagTable = `${noun}_tags`;
  // Links show the filters in this order: `user` comes before `status` (docs/contract/jobs.md).
  const { user, ...others } = filters;
  return {
    ...note,
    article: noun === 'application' ? 'an' : 'a',
    collection: `${noun}s`,
    listName: `${noun}List`,
    tagTable,
    searchable: {
      filters: {
        name: byText,
        ...(user && { user }),
        status: byStatus(statuses, noun),
        tag: byTags({ name: tagTable, owner: 'resource_id' }, true),
        ...others,
      },
      sortable: COMMON_SORT,
    },
  };
}

export const APPLICATION = kindOf<ApplicationRequest, ApplicationDocument>(
  {
    noun: 'application',
    statuses: ApplicationStatus,
    retired: ApplicationStatus.Inactive,
    request: ApplicationRequest,
    response: ApplicationResponse,
    example: {
      id: 'spark-3',
      name: 'spark',
      user: 'platform',
      version: '3.5.1',
      status: 'ACTIVE',
      type: 'spark',
      tags: ['kind:tool'],
      setupFile: 'https://artifacts.example.org/spark-3/setup.sh',
    },
    entity: ApplicationEntity,
    related: [{ collection: 'commands', byStatus: true }],
    read: readApplication,
    columns: ({ type }) => ({ type }),
    show: ({ type }) => ({ type }),
  },
  { user: byText, type: byText },
);

export const CLUSTER = kindOf<ClusterRequest, ResourceDocument>(
  {
    noun: 'cluster',
    statuses: ClusterStatus,
    retired: ClusterStatus.Terminated,
    request: ClusterRequest,
    response: ClusterResponse,
    example: {
      id: 'prod-a',
      name: 'prod',
      user: 'platform',
      version: '1.0',
      status: 'UP',
      tags: ['type:yarn', 'sla:prod'],
      configs: ['https://artifacts.example.org/prod-a/site.xml'],
    },
    entity: ClusterEntity,
    related: [{ collection: 'commands', byStatus: true }],
    read: readCommon,
  },
  { minUpdateTime: from('updated'), maxUpdateTime: before('updated') },
);

export const COMMAND = kindOf<CommandRequest, CommandDocument>(
  {
    noun: 'command',
    statuses: CommandStatus,
    retired: CommandStatus.Inactive,
    request: CommandRequest,
    response: CommandResponse,
    example: {
      id: 'spark-submit',
      name: 'spark-submit',
      user: 'platform',
      version: '3.5.1',
      status: 'ACTIVE',
      tags: ['type:spark'],
      executableAndArguments: ['bash', '-c'],
      clusterCriteria: [{ tags: ['type:yarn'] }],
      memory: 512,
    },
    entity: CommandEntity,
    related: [
      { collection: 'applications', byStatus: false },
      { collection: 'clusters', byStatus: true },
    ],
    read: readCommand,
    show: ({ executable, checkDelay, clusterCriteria, runtime }, release) => ({
      executable: executable.join(' '),
      executableAndArguments: executable,
      checkDelay: checkDelayIn({ checkDelay }, release),
      memory: runtime.resources.memoryMb,
      clusterCriteria,
      runtime,
    }),
  },
  { user: byText },
);

export const RESOURCE_KINDS = [APPLICATION, CLUSTER, COMMAND] as const;
