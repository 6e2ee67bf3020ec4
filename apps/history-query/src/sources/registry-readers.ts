import type * as JobsClient from '@portolan/client-jobs';
import type { RegistryName } from '../collections/collection-definition';
import type { Json } from '../json';

/** One page of a registry. */
export interface RegistryPage {
  list: Json[];
  totalPages: number;
  /** Of all pages; undefined when the registry does not tell. */
  totalElements: number | undefined;
}

/** How a registry is reached. */
export interface RegistryAccess {
  baseUrl: string;
  fetch: typeof fetch;
  pageSize: number;
}

/** Reads a page, counted from 0. */
export type ReadPage = (page: number) => Promise<RegistryPage>;

type JobsRegistry = Exclude<RegistryName, 'jobClusters'>;

/** The reader of a registry. The clients are loaded when they are first needed. */
export const readerOf = (registry: RegistryName, access: RegistryAccess): Promise<ReadPage> =>
  registry === 'jobClusters' ? jobClusters(access) : jobsRegistry(registry, access);

async function jobsRegistry(
  registry: JobsRegistry,
  { pageSize, ...access }: RegistryAccess,
): Promise<ReadPage> {
  const api = await import('@portolan/client-jobs');
  const client = api.createJobsClient(access);
  return async (page) => {
    // Ids part documents of one moment, so that no page has what another one has.
    const query = { page, size: pageSize, sort: ['created,id,asc'] };
    const { list = [], page: facts } = await LISTS[registry](api, { client, query, throwOnError: true });
    return { list: list as Json[], ...totalsOf(facts) };
  };
}

const totalsOf = ({ totalPages, totalElements }: JobsClient.PageInfo) => ({ totalPages, totalElements });

interface ListOptions {
  client: JobsClient.Client;
  query: { page: number; size: number; sort: string[] };
  throwOnError: true;
}
interface Listed {
  list: unknown[] | undefined;
  page: JobsClient.PageInfo;
}
type ListOperation = (api: typeof JobsClient, options: ListOptions) => Promise<Listed>;

const LISTS: Readonly<Record<JobsRegistry, ListOperation>> = {
  applications: async (api, options) => {
    const { data } = await api.listApplications(options);
    return { list: data._embedded?.applicationList, page: data.page };
  },
  clusters: async (api, options) => {
    const { data } = await api.listClusters(options);
    return { list: data._embedded?.clusterList, page: data.page };
  },
  commands: async (api, options) => {
    const { data } = await api.listCommands(options);
    return { list: data._embedded?.commandList, page: data.page };
  },
};

/** Job clusters come in one page. */
async function jobClusters({ baseUrl, fetch }: RegistryAccess): Promise<ReadPage> {
  const api = await import('@portolan/client-streams');
  const client = api.createStreamsClient({ baseUrl, fetch });
  return async () => {
    const { data } = await api.listJobClusters({ client, throwOnError: true });
    return { list: data.list as unknown as Json[], totalPages: 1, totalElements: undefined };
  };
}
