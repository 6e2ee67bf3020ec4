import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Metrics, ServiceLogger, isOutage } from '@portolan/service';
import { parseAddress } from '../address/parse-address';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { HistoryConfig } from '../config/history-config';
import { TimeSlicer } from '../time-slices/time-slices';
import { ChangeWatchService, type Place } from './change-watch.service';
import { ChangeRepository, type ChangePage } from './change.repository';
import {
  eventFrame,
  eventId,
  feedEvent,
  feedView,
  isCovered,
  positionFrame,
  startOf,
  type FeedView,
} from './feed-event';

interface FeedPart extends Place {
  view: FeedView;
}

/** The followed collection, or the same collection of several accounts. */
export type Feed = readonly FeedPart[];

/** Change feeds of collections (V2-FEED-1). */
@Injectable()
export class FeedService implements BeforeApplicationShutdown {
  private readonly clients = new Set<AbortController>();
  /** The last page of each followed collection: most clients are at the same position. */
  private readonly pages = new Map<number, { seq: number; page: Promise<ChangePage> }>();

  constructor(
    private readonly config: HistoryConfig,
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly changes: ChangeRepository,
    private readonly watch: ChangeWatchService,
    private readonly logger: ServiceLogger,
    metrics: Metrics,
  ) {
    metrics.gauge('history_feed_clients', 'Clients that follow a change feed', [], (gauge) =>
      gauge.set(this.clients.size),
    );
  }

  beforeApplicationShutdown(): void {
    for (const client of this.clients) client.abort();
  }

  /** Opens a feed after `Last-Event-ID`, else now. @param path as sent, without the query string @throws ServiceError: malformed, gone */
  async open(path: string, lastEventId: string | undefined): Promise<Feed> {
    const address = parseAddress(path);
    const { collection, ids } = this.collections.find(address);
    const parts = collection.parts.length > 0 ? collection.parts : [collection];
    const views = parts.map((part) => feedView(address, { collection: part, ids }));
    const numbers = await Promise.all(parts.map(({ name }) => this.states.numberOf(name)));
    const extents = await Promise.all(numbers.map((number) => this.changes.extentOf(number)));
    const seqs = startOf(lastEventId, extents, collection.name);
    return views.map((view, index) => ({ view, collection: numbers[index] ?? 0, seq: seqs[index] ?? 0 }));
  }

  /** Yields the frames until `client` is aborted, or changes were purged before they were sent: a client that reconnects gets the error. */
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
          yield* framesOf(feed, part, page);
        }
      }
    } finally {
      this.clients.delete(client);
      if (this.clients.size === 0) this.pages.clear();
    }
  }

  /** Returns the next page; undefined when it was purged. */
  private async nextPage(part: FeedPart, signal: AbortSignal): Promise<ChangePage | undefined> {
    const { collection, seq } = part;
    try {
      const page = await this.page(collection, seq, this.watch.lastOf(part));
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

/** Yields the events of a page, and its end position if the last event is before it. */
async function* framesOf(feed: Feed, part: FeedPart, { changes, upTo }: ChangePage): AsyncGenerator<string> {
  const slicer = new TimeSlicer();
  let sent: number | undefined;
  for (const change of changes) {
    const event = feedEvent(change, part.view);
    part.seq = change.seq;
    if (event) {
      if (feed.length > 1) event.collection = part.view.collection.name;
      yield eventFrame(placeOf(feed), event, part.view);
      sent = change.seq;
    }
    if (slicer.isDue) await slicer.yieldIfDue();
  }
  part.seq = upTo;
  if (sent !== upTo) yield positionFrame(placeOf(feed));
}
