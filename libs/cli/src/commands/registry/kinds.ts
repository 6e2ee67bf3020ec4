import {
  createApplication,
  createCluster,
  createCommand,
  deleteApplication,
  deleteCluster,
  deleteCommand,
  getApplication,
  getCluster,
  getCommand,
  getCommandApplications,
  listApplications,
  listClusters,
  listCommands,
  replaceApplication,
  replaceCluster,
  replaceCommand,
  type ApplicationRequest,
  type ClusterRequest,
  type CommandRequest,
} from '@portolan/client-jobs';
import type { Column } from '../../output/table.ts';
import type { JobsApi } from '../../session/jobs-api.ts';
import type { Page } from '../../session/lists.ts';

/** The common fields of the three kinds of the registry. */
export interface Resource {
  id: string;
  name: string;
  version: string;
  user: string;
  status: string;
  tags: string[];
  created: string;
  updated: string;
  description?: string | null;
  setupFile: string | null;
  configs: string[];
  dependencies: string[];
}

/** Filters of a search. */
export interface ResourceQuery {
  name?: string;
  status?: string[];
  tag?: string[];
  page: number;
  size: number;
}

/** A kind of the registry and its operations. */
export interface Kind {
  name: 'cluster' | 'command' | 'application';
  statuses: string;
  list: (api: JobsApi, query: ResourceQuery) => Promise<Page<Resource>>;
  get: (api: JobsApi, id: string) => Promise<Resource>;
  create: (api: JobsApi, body: unknown) => Promise<Response>;
  replace: (api: JobsApi, id: string, body: unknown) => Promise<unknown>;
  remove: (api: JobsApi, id: string) => Promise<unknown>;
  /** Facts that are shown with a resource but are not part of it. */
  related?: (api: JobsApi, id: string) => Promise<object>;
  /** Fields beyond those of {@link Resource}. */
  fields: readonly Column<Resource>[];
}

export const CLUSTERS: Kind = {
  name: 'cluster',
  statuses: 'UP, OUT_OF_SERVICE or TERMINATED',
  list: async (api, query) => {
    const { data } = await listClusters({ ...api, query });
    return { rows: data._embedded?.clusterList ?? [], totalPages: data.page.totalPages };
  },
  get: async (api, id) => (await getCluster({ ...api, path: { id } })).data,
  create: async (api, body) => (await createCluster({ ...api, body: body as ClusterRequest })).response,
  replace: (api, id, body) => replaceCluster({ ...api, path: { id }, body: body as ClusterRequest }),
  remove: (api, id) => deleteCluster({ ...api, path: { id } }),
  fields: [],
};

interface CommandFields extends Resource {
  executable: string;
  executableAndArguments?: string[];
  memory: number | null;
  clusterCriteria?: { tags?: string[] | null }[];
  applications?: { id: string }[];
}

const commandField = (
  title: string,
  value: (command: CommandFields) => ReturnType<Column<Resource>['value']>,
) => ({
  title,
  value: (row: Resource) => value(row as CommandFields),
});

export const COMMANDS: Kind = {
  name: 'command',
  statuses: 'ACTIVE, DEPRECATED or INACTIVE',
  list: async (api, query) => {
    const { data } = await listCommands({ ...api, query });
    return { rows: data._embedded?.commandList ?? [], totalPages: data.page.totalPages };
  },
  get: async (api, id) => (await getCommand({ ...api, path: { id } })).data,
  create: async (api, body) => (await createCommand({ ...api, body: body as CommandRequest })).response,
  replace: (api, id, body) => replaceCommand({ ...api, path: { id }, body: body as CommandRequest }),
  remove: (api, id) => deleteCommand({ ...api, path: { id } }),
  related: async (api, id) => ({
    applications: (await getCommandApplications({ ...api, path: { id } })).data,
  }),
  fields: [
    commandField(
      'runs',
      ({ executableAndArguments, executable }) => executableAndArguments?.join(' ') ?? executable,
    ),
    commandField('memory (MB)', ({ memory }) => memory),
    commandField('clusters', ({ clusterCriteria }) =>
      (clusterCriteria ?? []).map(({ tags }) => (tags ?? []).join('+')),
    ),
    commandField('applications', ({ applications }) => (applications ?? []).map(({ id }) => id)),
  ],
};

export const APPLICATIONS: Kind = {
  name: 'application',
  statuses: 'ACTIVE, DEPRECATED or INACTIVE',
  list: async (api, query) => {
    const { data } = await listApplications({ ...api, query });
    return { rows: data._embedded?.applicationList ?? [], totalPages: data.page.totalPages };
  },
  get: async (api, id) => (await getApplication({ ...api, path: { id } })).data,
  create: async (api, body) =>
    (await createApplication({ ...api, body: body as ApplicationRequest })).response,
  replace: (api, id, body) => replaceApplication({ ...api, path: { id }, body: body as ApplicationRequest }),
  remove: (api, id) => deleteApplication({ ...api, path: { id } }),
  fields: [{ title: 'type', value: (row) => (row as Resource & { type: string | null }).type }],
};
