import { Injectable } from '@nestjs/common';
import { InternalClient } from '@portolan/service';
import type { CollectionDefinition, RegistrySource } from '../collections/collection-definition';
import { HistoryConfig } from '../history-config';
import { fieldOf, isJsonObject, type Json } from '../json';
import type { Source, SourceBatch } from './source';

/** Pages that are asked for at the most: a source that never ends must not keep a crawl for ever. */
const MAX_PAGES = 10_000;

/** The registries of this project's other services, read over HTTP as any client would. */
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
    const documents = source.pages === 'hal' ? await this.halPages(source) : await this.plainList(source);
    yield { moment: undefined, documents: documents.map(withoutLinks) };
  }

  private baseUrl({ service }: RegistrySource): string | undefined {
    const url = service === 'jobs' ? this.config.JOBS_URL : this.config.STREAMS_URL;
    return url?.replace(/\/+$/, '');
  }

  /**
   * All pages of a HAL list. The list may move while it is read; what is missing then would look deleted,
   * so a list that does not add up is refused.
   */
  private async halPages(source: RegistrySource): Promise<Json[]> {
    const documents: Json[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const size = this.config.CRAWL_PAGE_SIZE;
      const answer = await this.get(`${source.path}?page=${page}&size=${size}&sort=created,id,asc`, source);
      const { totalPages, totalElements } = pageFacts(answer);
      const list = fieldOf(fieldOf(answer, '_embedded'), source.list) ?? [];
      if (!Array.isArray(list)) throw new Error(`${source.path}: _embedded.${source.list} is no list`);
      documents.push(...list);
      if (page + 1 < totalPages) continue;
      if (documents.length !== totalElements) {
        throw new Error(
          `${source.path}: ${documents.length} documents came, ${totalElements} were announced`,
        );
      }
      return documents;
    }
    throw new Error(`${source.path}: more than ${MAX_PAGES} pages`);
  }

  private async plainList(source: RegistrySource): Promise<Json[]> {
    const list = fieldOf(await this.get(source.path, source), source.list);
    if (!Array.isArray(list)) throw new Error(`${source.path}: the answer has no list "${source.list}"`);
    return list;
  }

  private async get(path: string, source: RegistrySource): Promise<Json> {
    const url = `${this.baseUrl(source)}${path}`;
    return (await this.http.json(url, { timeoutMs: this.config.CRAWL_TIMEOUT_MS })) as Json;
  }
}

function pageFacts(answer: Json): { totalPages: number; totalElements: number } {
  const page = fieldOf(answer, 'page');
  const totalPages = fieldOf(page, 'totalPages');
  const totalElements = fieldOf(page, 'totalElements');
  if (typeof totalPages !== 'number' || typeof totalElements !== 'number') {
    throw new Error('the answer is no page: page.totalPages and page.totalElements are missing');
  }
  return { totalPages, totalElements };
}

/** Links say where a document is, not what it is. */
function withoutLinks(document: Json): Json {
  if (!isJsonObject(document)) return document;
  const { _links, ...rest } = document;
  return rest;
}
