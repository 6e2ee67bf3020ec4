import { Injectable } from '@nestjs/common';
import { Outbound } from '@portolan/service';
import type { CollectionDefinition, HttpSource } from '../collections/collection-definition';
import { inSlices } from '../cooperative';
import { HistoryConfig } from '../history-config';
import { valueAt } from '../json';
import { splitAtList, type SplitAnswer } from './json-list';
import { Listing } from './listing';
import type { RawDocument } from './raw-document';
import type { Source, SourceBatch } from './source';
import type { Wording } from './wording';

/** Pages that are asked for at the most: a source that never ends must not keep a crawl for ever. */
const MAX_PAGES = 10_000;
const MEGABYTE = 2 ** 20;

/** An answer whose body comes piece by piece, unpacked. */
interface HttpAnswer {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** A part of a list, and where it goes on. */
interface Page {
  readonly documents: RawDocument[];
  readonly next: string | undefined;
}

/** A part that has been asked for. */
interface ComingPage {
  readonly url: string;
  readonly answer: Promise<Buffer>;
}

/** Any service that answers JSON. It is no service of ours: nothing of ours is told to it. */
@Injectable()
export class HttpGateway implements Source {
  private readonly outbound = new Map<string, Outbound>();
  /** What each collection's list was when it was last read to its end. */
  private readonly listed = new Map<string, readonly Wording[]>();

  constructor(private readonly config: HistoryConfig) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'http';
  }

  async *batches(
    { name, source }: CollectionDefinition,
    _after: number,
    givenUp: AbortSignal,
  ): AsyncIterable<SourceBatch> {
    if (source.kind !== 'http') return;
    yield { moment: undefined, documents: this.pages(name, source, givenUp) };
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

  /** Page by page; the next one is on its way while one is worked at. */
  private async *pages(
    collection: string,
    source: HttpSource,
    givenUp: AbortSignal,
  ): AsyncGenerator<RawDocument[]> {
    const { url: first } = source;
    const listing = new Listing(this.listed.get(collection));
    const ask = (url: string): ComingPage => ({ url, answer: this.get(url, first, givenUp) });
    let coming: ComingPage | undefined = ask(first);
    for (let number = 1; coming; number++) {
      const page: Page = await this.page(coming, source, listing);
      if (number === MAX_PAGES && page.next) throw new Error(`${first}: more than ${MAX_PAGES} pages`);
      coming = page.next === undefined ? undefined : ask(page.next);
      // Who waits for it hears of an error; one that is no longer waited for must not end the process.
      coming?.answer.catch(() => undefined);
      yield page.documents;
    }
    this.listed.set(collection, await inSlices(listing.end()));
  }

  private async page(
    { url, answer }: ComingPage,
    { list, next }: HttpSource,
    listing: Listing,
  ): Promise<Page> {
    const parts = await split(url, await answer, list, listing);
    if (!parts) throw new Error(`${url}: there is no list at "${list.join('.')}"`);
    const following = next && valueAt(parts.rest, next);
    const leadsOn = typeof following === 'string' && following !== '';
    return { documents: parts.elements, next: leadsOn ? new URL(following, url).href : undefined };
  }

  /** @param first where the list begins, which the operator has chosen: an answer may lead on, but not to where only we get */
  private async get(url: string, first: string, givenUp: AbortSignal): Promise<Buffer> {
    const response = await this.outboundOf(first)
      .fetch(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([givenUp, AbortSignal.timeout(this.config.CRAWL_TIMEOUT_MS)]),
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

async function split(
  url: string,
  answer: Buffer,
  list: readonly string[],
  listing: Listing,
): Promise<SplitAnswer | undefined> {
  try {
    return await inSlices(splitAtList(answer, list, listing));
  } catch (error) {
    throw new Error(`${url}: ${error instanceof Error ? error.message : 'no JSON'}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
