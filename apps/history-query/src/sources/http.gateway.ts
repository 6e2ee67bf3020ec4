import { Injectable } from '@nestjs/common';
import { Outbound } from '@portolan/service';
import type { CollectionDefinition, HttpSource } from '../collections/collection-definition';
import { inSlices } from '../cooperative';
import { HistoryConfig } from '../history-config';
import { valueAt } from '../json';
import { splitAtList, type SplitAnswer } from './json-list';
import type { RawDocument } from './raw-document';
import type { Source, SourceBatch } from './source';

/** Pages that are asked for at the most: a source that never ends must not keep a crawl for ever. */
const MAX_PAGES = 10_000;
const MEGABYTE = 2 ** 20;

/** An answer whose body comes piece by piece, unpacked. */
interface HttpAnswer {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Any service that answers JSON. It is no service of ours: nothing of ours is told to it. */
@Injectable()
export class HttpGateway implements Source {
  private readonly outbound = new Map<string, Outbound>();

  constructor(private readonly config: HistoryConfig) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'http';
  }

  async *batches({ source }: CollectionDefinition): AsyncIterable<SourceBatch> {
    if (source.kind !== 'http') return;
    yield { moment: undefined, documents: this.pages(source) };
  }

  private outboundOf(first: string): Outbound {
    const { hostname, port, protocol } = new URL(first);
    const source = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
    const { OUTBOUND, OUTBOUND_ALLOWED } = this.config;
    const known =
      this.outbound.get(source) ??
      new Outbound({ OUTBOUND, OUTBOUND_ALLOWED: [...OUTBOUND_ALLOWED, source] });
    this.outbound.set(source, known);
    return known;
  }

  private async *pages({ url: first, list, next }: HttpSource): AsyncGenerator<RawDocument[]> {
    let url = first;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await split(url, await this.get(url, first), list);
      if (!answer) throw new Error(`${url}: there is no list at "${list.join('.')}"`);
      yield answer.elements;
      const following = next && valueAt(answer.rest, next);
      if (typeof following !== 'string' || following === '') return;
      url = new URL(following, url).href;
    }
    throw new Error(`${first}: more than ${MAX_PAGES} pages`);
  }

  /** @param first where the list begins, which the operator has chosen: an answer may lead on, but not to where only we get */
  private async get(url: string, first: string): Promise<Buffer> {
    const response = await this.outboundOf(first)
      .fetch(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(this.config.CRAWL_TIMEOUT_MS),
      })
      .catch((error: unknown) => {
        throw new Error(`${url}: no answer (${reasonOf(error)})`, { cause: error });
      });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return this.bodyOf(response, url);
  }

  /** What it has when unpacked is counted as it comes: a small answer may unpack to more than there is memory. */
  private async bodyOf({ body }: HttpAnswer, url: string): Promise<Buffer> {
    const { CRAWL_ANSWER_LIMIT_MB: limit } = this.config;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > limit * MEGABYTE)
        throw new Error(`${url}: the answer is larger than ${limit} MB (CRAWL_ANSWER_LIMIT_MB)`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

async function split(url: string, answer: Buffer, list: readonly string[]): Promise<SplitAnswer | undefined> {
  try {
    return await inSlices(splitAtList(answer, list));
  } catch (error) {
    throw new Error(`${url}: ${error instanceof Error ? error.message : 'no JSON'}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
