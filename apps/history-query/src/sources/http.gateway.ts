import { Injectable } from '@nestjs/common';
import type { CollectionDefinition, HttpSource } from '../collections/collection-definition';
import { HistoryConfig } from '../history-config';
import { valueAt, type Json } from '../json';
import type { Source, SourceBatch } from './source';

/** Pages that are asked for at the most: a source that never ends must not keep a crawl for ever. */
const MAX_PAGES = 10_000;

/** Any service that answers JSON. It is no service of ours: nothing of ours is told to it. */
@Injectable()
export class HttpGateway implements Source {
  constructor(private readonly config: HistoryConfig) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'http';
  }

  async *batches({ source }: CollectionDefinition): AsyncIterable<SourceBatch> {
    if (source.kind !== 'http') return;
    yield { moment: undefined, documents: this.pages(source) };
  }

  private async *pages({ url: first, list, next }: HttpSource): AsyncGenerator<Json[]> {
    let url = first;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.get(url);
      const found = valueAt(answer, list);
      if (!Array.isArray(found)) throw new Error(`${url}: there is no list at "${list.join('.')}"`);
      yield found;
      const following = next && valueAt(answer, next);
      if (typeof following !== 'string' || following === '') return;
      url = new URL(following, url).href;
    }
    throw new Error(`${first}: more than ${MAX_PAGES} pages`);
  }

  private async get(url: string): Promise<Json> {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(this.config.CRAWL_TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(`${url}: no answer (${reasonOf(error)})`, { cause: error });
    });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()) as Json;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
