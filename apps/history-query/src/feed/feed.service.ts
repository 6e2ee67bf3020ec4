import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Metrics, ServiceLogger, isOutage } from '@portolan/service';
import { parseAddress } from '../address/parse-address';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { Breather } from '../cooperative';
import { HistoryConfig } from '../history-config';
import { ChangeWatch, type Place } from './change-watch.service';
import { ChangeRepository, type ChangePage } from './change.repository';
import { eventId, isCovered, startOf } from './event-id';
import { eventFrame, feedEvent, positionFrame } from './feed-event';
import { feedView, type FeedView } from './feed-view';

/** What a client follows of one stored collection, and how far it is. */
interface FeedPart extends Place {
  view: FeedView;
}

/** What a client follows: a collection, or the same one of several accounts. */
export type Feed = readonly FeedPart[];

/** Change feeds of collections (design: addresses of what we add). */
@Injectable()
export class FeedService implements BeforeApplicationShutdown {
  private readonly clients = new Set<AbortController>();
  /** The page that was read last of each collection that is followed: most clients are at the same place. */
  private readonly pages = new Map<number, { seq: number; page: Promise<ChangePage> }>();

  constructor(
    private readonly config: HistoryConfig,
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly changes: ChangeRepository,
    private readonly watch: ChangeWatch,
    private readonly logger: ServiceLogger,
    metrics: Metrics,
  ) {
    metrics.gauge('history_feed_clients', 'Clients that follow a change feed', [], (gauge) =>
      gauge.set(this.clients.size),
    );
  }

  /** Ends all feeds. */
  beforeApplicationShutdown(): void {
    for (const client of this.clients) client.abort();
  }

  /**
   * @param path what follows `/api/v2/` in the request line, as it was sent, without the query string
   * @param lastEventId `Last-Event-ID`: what happened since; undefined: what happens from now on
   * @throws ServiceError: malformed; gone when changes since then are no longer kept
   */
  async open(path: string, lastEventId: string | undefined): Promise<Feed> {
    const address = parseAddress(path);
    const target = this.collections.find(address);
    const { collection, ids } = target;
    const parts = collection.parts.length > 0 ? collection.parts : [collection];
    const views = parts.map((part) => feedView(address, { collection: part, ids }));
    return this.begin(collection.name, views, lastEventId);
  }

  private async begin(name: string, views: readonly FeedView[], lastEventId?: string): Promise<Feed> {
    const numbers = await Promise.all(views.map(({ collection }) => this.states.numberOf(collection.name)));
    const extents = await Promise.all(numbers.map((number) => this.changes.extentOf(number)));
    const seqs = startOf(lastEventId, extents, name);
    return views.map((view, index) => ({ view, collection: numbers[index] ?? 0, seq: seqs[index] ?? 0 }));
  }

  /**
   * The frames of a feed, made as they are asked for, until `client` is aborted (which a shutdown does too).
   * Ends early when changes were deleted before they could be told: who comes back with the last id learns so.
   */
  async *frames(feed: Feed, client: AbortController): AsyncGenerator<string> {
    this.clients.add(client);
    try {
      yield positionFrame(placeOf(feed));
      for (;;) {
        await this.watch.changed(feed, this.config.FEED_HEARTBEAT_MS, client.signal);
        if (client.signal.aborted) return;
        const behind = feed.filter((part) => this.watch.lastOf(part) > part.seq);
        if (behind.length === 0) yield positionFrame(placeOf(feed));
        for (const part of behind) {
          const page = await this.nextPage(part, client.signal);
          if (!page) return;
          yield* this.tell(feed, part, page);
        }
      }
    } finally {
      this.clients.delete(client);
      if (this.clients.size === 0) this.pages.clear();
    }
  }

  /** The events of a page; where they end before it does, how far it has gone. */
  private async *tell(feed: Feed, part: FeedPart, { changes, upTo }: ChangePage): AsyncGenerator<string> {
    const breather = new Breather();
    let told: number | undefined;
    for (const change of changes) {
      const event = feedEvent(change, part.view);
      part.seq = change.seq;
      if (event && feed.length > 1) event.collection = part.view.collection.name;
      if (event) yield eventFrame(placeOf(feed), event, part.view);
      if (event) told = change.seq;
      if (breather.due) await breather.breathe();
    }
    part.seq = upTo;
    if (told !== upTo) yield positionFrame(placeOf(feed));
  }

  /** What follows; undefined when it is no longer kept. */
  private async nextPage(
    { collection, seq }: FeedPart,
    signal: AbortSignal,
  ): Promise<ChangePage | undefined> {
    try {
      const page = await this.page(collection, seq, this.watch.lastOf({ collection, seq }));
      return isCovered(seq, await this.changes.extentOf(collection)) ? page : undefined;
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.logger.warn({ err: error }, 'changes could not be read');
      await delay(this.config.FEED_POLL_MS, undefined, { signal }).catch(() => undefined);
      return { changes: [], upTo: seq };
    }
  }

  private page(collection: number, seq: number, last: number): Promise<ChangePage> {
    const known = this.pages.get(collection);
    if (known?.seq === seq) return known.page;
    const page = this.changes.after(collection, seq, last);
    this.pages.set(collection, { seq, page });
    page.catch(() => this.pages.delete(collection));
    return page;
  }
}

const placeOf = (feed: Feed): string => eventId(feed.map(({ seq }) => seq));
