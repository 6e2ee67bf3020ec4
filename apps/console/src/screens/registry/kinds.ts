import {
  createApplication,
  createCluster,
  createCommand,
  deleteApplication,
  deleteCluster,
  deleteCommand,
  getApplication,
  getApplicationCommands,
  getCluster,
  getClusterCommands,
  getCommand,
  getCommandApplications,
  getResolvedClusters,
  listApplications,
  listClusters,
  listCommands,
  patchApplication,
  patchCluster,
  patchCommand,
  replaceApplication,
  replaceCluster,
  replaceCommand,
  type Application,
  type ApplicationRequest,
  type Client,
  type Cluster,
  type ClusterRequest,
  type Command,
  type CommandRequest,
} from '@portolan/client-jobs';
import type { Page } from '../../api/pages';

export type Resource = Cluster | Command | Application;

/** A resource as another one lists it. */
export type Linked = Pick<Resource, 'id' | 'name' | 'status' | 'version'>;

/** Filters and the page of a list. */
export interface RegistryQuery {
  name?: string;
  status?: string[];
  tag?: string[];
  page: number;
  size: number;
  sort: string[];
}

type Options = Readonly<{ client: Client; throwOnError: true; signal?: AbortSignal }>;

/** One kind of resources, as its screens show it. */
export interface Kind {
  /** Word for one: `cluster`. */
  one: string;
  /** The first status is that of resources in use. */
  statuses: readonly string[];
  /** The fields of a new one. */
  first: Record<string, unknown> & { user: string };
  /** Names of the resources of other kinds that belong to one. */
  linked: { title: string; kind: KindName };
  list: (options: Options, query: RegistryQuery) => Promise<Page<Resource>>;
  get: (options: Options, id: string) => Promise<Resource>;
  /** @returns the id of the new resource */
  create: (options: Options, body: unknown) => Promise<string>;
  replace: (options: Options, id: string, body: unknown) => Promise<unknown>;
  setStatus: (options: Options, id: string, status: string) => Promise<unknown>;
  remove: (options: Options, id: string) => Promise<unknown>;
  readLinked: (options: Options, id: string) => Promise<readonly Linked[]>;
}

export type KindName = 'clusters' | 'commands' | 'applications';

const statusPatch = (value: string) => [{ op: 'replace' as const, path: '/status', value }];

const idIn = ({ response }: { response: Response }): string =>
  decodeURIComponent(response.headers.get('location')?.split('/').at(-1) ?? '');

const common = { name: 'new', user: 'me', version: '1', tags: [] };

const clusters: Kind = {
  one: 'cluster',
  statuses: ['UP', 'OUT_OF_SERVICE', 'TERMINATED'],
  first: { ...common, status: 'UP', tags: ['type:shell'] },
  linked: { title: 'Commands that can run on it', kind: 'commands' },
  list: async (options, query) => {
    const { data } = await listClusters({ ...options, query });
    return { rows: data._embedded?.clusterList ?? [], total: data.page.totalElements };
  },
  get: async (options, id) => (await getCluster({ ...options, path: { id } })).data,
  create: async (options, body) => idIn(await createCluster({ ...options, body: body as ClusterRequest })),
  replace: (options, id, body) => replaceCluster({ ...options, path: { id }, body: body as ClusterRequest }),
  setStatus: (options, id, status) => patchCluster({ ...options, path: { id }, body: statusPatch(status) }),
  remove: (options, id) => deleteCluster({ ...options, path: { id } }),
  readLinked: async (options, id) => (await getClusterCommands({ ...options, path: { id } })).data,
};

const commands: Kind = {
  one: 'command',
  statuses: ['ACTIVE', 'DEPRECATED', 'INACTIVE'],
  first: {
    ...common,
    ...{ status: 'ACTIVE', tags: ['type:bash'], executableAndArguments: ['bash'] },
    clusterCriteria: [{ tags: ['type:shell'] }],
  },
  linked: { title: 'Applications that it needs', kind: 'applications' },
  list: async (options, query) => {
    const { data } = await listCommands({ ...options, query });
    return { rows: data._embedded?.commandList ?? [], total: data.page.totalElements };
  },
  get: async (options, id) => (await getCommand({ ...options, path: { id } })).data,
  create: async (options, body) => idIn(await createCommand({ ...options, body: body as CommandRequest })),
  replace: (options, id, body) => replaceCommand({ ...options, path: { id }, body: body as CommandRequest }),
  setStatus: (options, id, status) => patchCommand({ ...options, path: { id }, body: statusPatch(status) }),
  remove: (options, id) => deleteCommand({ ...options, path: { id } }),
  readLinked: async (options, id) => (await getCommandApplications({ ...options, path: { id } })).data,
};

const applications: Kind = {
  one: 'application',
  statuses: ['ACTIVE', 'DEPRECATED', 'INACTIVE'],
  first: { ...common, status: 'ACTIVE' },
  linked: { title: 'Commands that need it', kind: 'commands' },
  list: async (options, query) => {
    const { data } = await listApplications({ ...options, query });
    return { rows: data._embedded?.applicationList ?? [], total: data.page.totalElements };
  },
  get: async (options, id) => (await getApplication({ ...options, path: { id } })).data,
  create: async (options, body) =>
    idIn(await createApplication({ ...options, body: body as ApplicationRequest })),
  replace: (options, id, body) =>
    replaceApplication({ ...options, path: { id }, body: body as ApplicationRequest }),
  setStatus: (options, id, status) =>
    patchApplication({ ...options, path: { id }, body: statusPatch(status) }),
  remove: (options, id) => deleteApplication({ ...options, path: { id } }),
  readLinked: async (options, id) => (await getApplicationCommands({ ...options, path: { id } })).data,
};

/** The kinds of the registry by the segment of their address. */
export const KINDS: Readonly<Record<KindName, Kind>> = { clusters, commands, applications };

/** Returns the kind that a segment of an address names. */
export const kindNamed = (name: string): KindName | undefined =>
  (Object.keys(KINDS) as KindName[]).find((one) => one === name);

/** Returns the clusters that each criterion of a command finds, in the order of priority. */
export const readResolved = async (options: Options, id: string) =>
  (await getResolvedClusters({ ...options, path: { id }, query: { addDefaultStatus: true } })).data;
