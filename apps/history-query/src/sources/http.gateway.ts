import { isUtf8 } from 'node:buffer';
import { Injectable } from '@nestjs/common';
import { Outbound, abortedAfter, maskAddress, messageOf } from '@portolan/service';
import type { CollectionDefinition, SourceOf } from '../collections/collection-definition';
import { isListAddress } from '../collections/list-address';
import type { RawDocument, Source, SourceBatch, SourceFingerprint } from '../collections/source';
import { HistoryConfig } from '../config/history-config';
import { valueAt } from '../json/json';
import { inSlices } from '../time-slices/time-slices';
import { Listing, splitAtList } from './json-list';

/** Limit of pages: an endless source must not keep a crawl for ever. */
const MAX_PAGES = 10_000;
const MEGABYTE = 2 ** 20;
/** Length limit of the address of a next page, characters: servers accept no longer ones. */
const MAX_ADDRESS = 8192;

interface ComingPage {
  readonly url: string;
  readonly answer: Promise<Buffer>;
}

/** Bytes that one crawl has received, over all its pages. */
interface Received {
  bytes: number;
}

interface Page {
  readonly documents: RawDocument[];
  readonly next: string | undefined;
}

/** Any service that returns JSON. It is external, so no token of ours is sent to it. */
@Injectable()
export class HttpGateway implements Source {
  private readonly outbound = new Map<string, Outbound>();
  /** Fingerprints of each collection's list as last read to its end. */
  private readonly listed = new Map<string, readonly SourceFingerprint[]>();

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

  /** Yields pages; the next one is requested while one is processed. */
  private async *pages(
    collection: string,
    source: SourceOf<'http'>,
    givenUp: AbortSignal,
  ): AsyncGenerator<RawDocument[]> {
    const { url: first } = source;
    const listing = new Listing(this.listed.get(collection));
    const received: Received = { bytes: 0 };
    const ask = (url: string): ComingPage => ({ url, answer: this.withLimit(url, first, received, givenUp) });
    const read = new Set<string>();
    let coming: ComingPage | undefined = ask(first);
    for (let number = 1; coming; number++) {
      read.add(coming.url);
      const { documents, next }: Page = await pageOf(coming, source, listing);
      if (next !== undefined && read.has(next))
        throw new Error(`${maskAddress(next)}: the pages repeat, a page leads to one before`);
      if (number === MAX_PAGES && next)
        throw new Error(`${maskAddress(first)}: more than ${MAX_PAGES} pages`);
      coming = next === undefined ? undefined : ask(next);
      // The awaiter handles the rejection; an abandoned prefetch must not crash the process.
      coming?.answer.catch(() => undefined);
      yield documents;
    }
    this.listed.set(collection, await inSlices(listing.end()));
  }

  /** Gets one page of a crawl in the time that it has. A page that has come stops listening to the end of its crawl. */
  private async withLimit(url: string, first: string, received: Received, givenUp: AbortSignal) {
    const over = new AbortController();
    const signal = abortedAfter(this.config.CRAWL_TIMEOUT_MS, givenUp, over.signal);
    try {
      return await this.get(url, first, received, signal);
    } finally {
      over.abort();
    }
  }

  /**
   * Returns a response's body. Counts unpacked bytes while they arrive: a small response may unpack to more than the memory.
   * @param first the operator's address: a response may link elsewhere, but not to private addresses
   */
  private async get(url: string, first: string, received: Received, signal: AbortSignal): Promise<Buffer> {
    const { CRAWL_ANSWER_LIMIT_MB: limit, CRAWL_TOTAL_LIMIT_MB: total } = this.config;
    // Every client that may read sees the error of a crawl.
    const shown = maskAddress(url);
    const failed = (what: string, error: unknown): Error => {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return new Error(`${shown}: ${what} (${messageOf(reason).replaceAll(url, shown)})`, { cause: error });
    };
    const response = await this.outboundOf(first)
      .fetch(url, { headers: { accept: 'application/json' }, signal })
      .catch((error: unknown) => {
        throw failed('no answer', error);
      });
    if (!response.ok) throw new Error(`${shown}: ${response.status}`);
    const body = chunksOf(response.body, (error) => failed('the response broke off', error));
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limit * MEGABYTE)
        throw new Error(`${shown}: the response is larger than ${limit} MB (CRAWL_ANSWER_LIMIT_MB)`);
      received.bytes += chunk.length;
      if (received.bytes > total * MEGABYTE)
        throw new Error(`${shown}: all pages together are larger than ${total} MB (CRAWL_TOTAL_LIMIT_MB)`);
      chunks.push(chunk);
    }
    const whole = Buffer.concat(chunks);
    // Another encoding would change texts, and could give two documents one id.
    if (!isUtf8(whole)) throw new Error(`${shown}: the response is not JSON in UTF-8`);
    return whole;
  }
}

/** Yields the chunks of a body; an error of the body, not of the reader, is replaced by `failure`. */
async function* chunksOf(
  body: AsyncIterable<Uint8Array> | null,
  failure: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw failure(error);
  }
}

async function pageOf(
  { url, answer }: ComingPage,
  { list, next }: SourceOf<'http'>,
  listing: Listing,
): Promise<Page> {
  const whole = await answer;
  const parts = await inSlices(splitAtList(whole, list, listing)).catch((error: unknown) => {
    throw new Error(`${maskAddress(url)}: ${messageOf(error)}`, { cause: error });
  });
  if (!parts) throw new Error(`${maskAddress(url)}: the response has no list at "${list.join('.')}"`);
  const following = next && valueAt(parts.rest, next);
  const leadsOn = typeof following === 'string' && following !== '';
  return { documents: parts.elements, next: leadsOn ? nextPage(following, url) : undefined };
}

/** Resolves a page's link to the next one, without a fragment. @throws Error for an address that is too long or not on the network */
function nextPage(link: string, url: string): string {
  if (link.length > MAX_ADDRESS)
    throw new Error(
      `${maskAddress(url)}: the address of the next page has more than ${MAX_ADDRESS} characters`,
    );
  const [next = ''] = URL.canParse(link, url) ? new URL(link, url).href.split('#', 1) : [];
  if (isListAddress(next)) return next;
  throw new Error(
    `${maskAddress(url)}: the next page must be an http or https address without user and password`,
  );
}
