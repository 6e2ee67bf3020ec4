import { Injectable } from '@nestjs/common';
import type * as JobsClient from '@portolan/client-jobs';
import { InternalClient, maskAddress } from '@portolan/service';
import type { CollectionDefinition, RegistryName } from '../collections/collection-definition';
import type { Source, SourceBatch } from '../collections/source';
import { HistoryConfig } from '../config/history-config';
import { isJsonObject, type Json, type JsonObject } from '../json/json';

/** Limit of pages: an endless source must not keep a crawl for ever. */
const MAX_PAGES = 10_000;

interface RegistryPage {
  list: Json[];
  totalPages: number;
  /** Over all pages; undefined when the registry does not report it. */
  totalElements: number | undefined;
}

interface RegistryAccess {
  baseUrl: string;
  fetch: typeof fetch;
  pageSize: number;
}

type ReadPage = (page: number) => Promise<RegistryPage>;
type OpenRegistry = (access: RegistryAccess) => Promise<ReadPage>;

/** Reads the registries of this project's other services through their public clients. */
@Injectable()
export class RegistryGateway implements Source {
  constructor(
    private readonly config: HistoryConfig,
    private readonly http: InternalClient,
  ) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'registry' && this.baseUrl(source.registry) !== undefined;
  }

  async *batches({ source }: CollectionDefinition): AsyncIterable<SourceBatch> {
    if (source.kind !== 'registry') return;
    yield { moment: undefined, documents: (await this.documents(source.registry)).map(forTheRecord) };
  }

  private baseUrl(registry: RegistryName): string | undefined {
    return registry === 'jobClusters' ? this.config.STREAMS_URL : this.config.JOBS_URL;
  }

  /** Reads all pages of a list. Refuses a wrong total: documents missed during a change would look deleted. */
  private async documents(registry: RegistryName): Promise<Json[]> {
    const access: RegistryAccess = {
      baseUrl: this.baseUrl(registry) ?? '',
      fetch: this.http.fetch({ timeoutMs: this.config.CRAWL_TIMEOUT_MS }),
      pageSize: this.config.CRAWL_PAGE_SIZE,
    };
    const read = await REGISTRIES[registry](access);
    const documents: Json[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const { list, totalPages, totalElements } = await read(page);
      // Declared types are not checked at run time.
      if (!Array.isArray(list)) throw new Error(`${registry}: the response has no list`);
      if (typeof totalPages !== 'number') throw new Error(`${registry}: the response has no number of pages`);
      documents.push(...list);
      if (page + 1 < totalPages) continue;
      if (totalElements !== undefined && documents.length !== totalElements)
        throw new Error(`${registry}: ${documents.length} documents received, ${totalElements} announced`);
      return documents;
    }
    throw new Error(`${registry}: more than ${MAX_PAGES} pages`);
  }
}

type PagedList = 'listApplications' | 'listClusters' | 'listCommands';

const inPages =
  (list: PagedList): OpenRegistry =>
  async ({ pageSize, ...access }) => {
    const api = await import('@portolan/client-jobs');
    const client = api.createJobsClient(access);
    return async (number) => {
      // Sorting also by id keeps documents of equal time on distinct pages.
      const query = { page: number, size: pageSize, sort: ['created,id,asc'] };
      const { data } = await api[list]({ client, query, throwOnError: true });
      const { totalPages, totalElements } = data.page;
      const [documents = []] = Object.values(data._embedded ?? {}) as Json[][];
      return { list: documents, totalPages, totalElements };
    };
  };

const inOnePage = (list: unknown): RegistryPage => ({
  list: list as Json[],
  totalPages: 1,
  totalElements: undefined,
});

/** Load and heartbeats of a node differ in every crawl, so a change feed would contain nothing else. */
function withoutLoad({ freeSlots, freeMemoryMb, launches, lastSeen, ...node }: JobsClient.NodeView): object {
  return node;
}

const nodes: OpenRegistry = async ({ baseUrl, fetch }) => {
  const api = await import('@portolan/client-jobs');
  const client = api.createJobsClient({ baseUrl, fetch });
  return async () => {
    const { data } = await api.listNodes({ client, throwOnError: true });
    return inOnePage(data._embedded.nodeList.map(withoutLoad));
  };
};

const jobClusters: OpenRegistry = async ({ baseUrl, fetch }) => {
  const api = await import('@portolan/client-streams');
  const client = api.createStreamsClient({ baseUrl, fetch });
  return async () => inOnePage((await api.listJobClusters({ client, throwOnError: true })).data.list);
};

const REGISTRIES: Readonly<Record<RegistryName, OpenRegistry>> = {
  applications: inPages('listApplications'),
  clusters: inPages('listClusters'),
  commands: inPages('listCommands'),
  nodes,
  jobClusters,
};

/** Fields of the registries with locations of files, or lists of them. */
const LOCATIONS = ['configs', 'dependencies', 'setupFile', 'url'];

/**
 * Removes links, which depend on the address, and masks credentials in addresses: every reader of the history sees them for as long
 * as they are kept.
 */
function forTheRecord(document: Json): Json {
  if (!isJsonObject(document)) return document;
  const { _links, ...rest } = withCoveredLocations(document);
  const coveredJar = (jar: Json): Json => (isJsonObject(jar) ? withCoveredLocations(jar) : jar);
  return Array.isArray(rest.jars) ? { ...rest, jars: rest.jars.map(coveredJar) } : rest;
}

function withCoveredLocations(document: JsonObject): JsonObject {
  const found = LOCATIONS.filter((name) => Object.hasOwn(document, name));
  return { ...document, ...Object.fromEntries(found.map((name) => [name, covered(document[name] ?? null)])) };
}

function covered(location: Json): Json {
  if (Array.isArray(location)) return location.map(covered);
  return typeof location === 'string' ? maskAddress(location) : location;
}
