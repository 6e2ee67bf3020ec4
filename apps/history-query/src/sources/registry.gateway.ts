import { Injectable } from '@nestjs/common';
import { InternalClient } from '@portolan/service';
import type { CollectionDefinition, RegistrySource } from '../collections/collection-definition';
import { HistoryConfig } from '../history-config';
import { isJsonObject, type Json } from '../json';
import { readerOf, type RegistryPage } from './registry-readers';
import type { Source, SourceBatch } from './source';

/** Pages that are asked for at the most: a source that never ends must not keep a crawl for ever. */
const MAX_PAGES = 10_000;

/** The registries of this project's other services, read through their clients as anybody would. */
@Injectable()
export class RegistryGateway implements Source {
  constructor(
    private readonly config: HistoryConfig,
    private readonly http: InternalClient,
  ) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'registry' && this.baseUrl(source) !== undefined;
  }

  async *batches({ source }: CollectionDefinition): AsyncIterable<SourceBatch> {
    if (source.kind !== 'registry') return;
    yield { moment: undefined, documents: (await this.documents(source)).map(withoutLinks) };
  }

  private baseUrl({ registry }: RegistrySource): string | undefined {
    return registry === 'jobClusters' ? this.config.STREAMS_URL : this.config.JOBS_URL;
  }

  /**
   * All pages of a list. The list may move while it is read; what is missing then would look deleted, so a list that
   * does not add up is refused.
   */
  private async documents(source: RegistrySource): Promise<Json[]> {
    const { registry } = source;
    const read = await readerOf(registry, {
      baseUrl: this.baseUrl(source) ?? '',
      fetch: this.http.fetch({ timeoutMs: this.config.CRAWL_TIMEOUT_MS }),
      pageSize: this.config.CRAWL_PAGE_SIZE,
    });
    const documents: Json[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const { list, totalPages, totalElements } = checked(registry, await read(page));
      documents.push(...list);
      if (page + 1 < totalPages) continue;
      if (totalElements !== undefined && documents.length !== totalElements) {
        throw new Error(`${registry}: ${documents.length} documents came, ${totalElements} were announced`);
      }
      return documents;
    }
    throw new Error(`${registry}: more than ${MAX_PAGES} pages`);
  }
}

/** What comes over the network has its shape by promise only. */
function checked(registry: string, page: RegistryPage): RegistryPage {
  if (!Array.isArray(page.list)) throw new Error(`${registry}: the answer has no list`);
  if (typeof page.totalPages !== 'number')
    throw new Error(`${registry}: the answer tells no number of pages`);
  return page;
}

/** Links say where a document is, not what it is. */
function withoutLinks(document: Json): Json {
  if (!isJsonObject(document)) return document;
  const { _links, ...rest } = document;
  return rest;
}
