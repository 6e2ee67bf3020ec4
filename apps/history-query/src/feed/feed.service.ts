import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Metrics, ServiceLogger, isOutage } from '@portolan/service';
import { parseAddress } from '../address/parse-address';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { Breather } from '../cooperative';
import { HistoryConfig } from '../history-config';
import { watched } from '../watched';
import { ChangeWatch } from './change-watch.service';
import { ChangeRepository, type ChangePage } from './change.repository';
import { isCovered, startOf } from './event-id';
import { eventFrame, feedEvent, positionFrame } from './feed-event';
import { feedView, type FeedView } from './feed-view';

/** What a client follows, and how far it is. */
export interface Feed {
  /** Number of the collection. */
  collection: number;
  view: FeedView;
  /** The last change that is told or passed over. */
  seq: number;
}

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
    const view = feedView(address, target);
    return watched(this.begin(view, lastEventId), () => this.states.ping());
  }

  private async begin(view: FeedView, lastEventId: string | undefined): Promise<Feed> {
    const { name } = view.collection;
    const collection = await this.states.numberOf(name);
    const extent = await this.changes.extentOf(collection);
    return { collection, view, seq: startOf(lastEventId, extent, name) };
  }

  /**
   * The frames of a feed, made as they are asked for, until `client` is aborted (which a shutdown does too).
   * Ends early when changes were deleted before they could be told: who comes back with the last id learns so.
   */
  async *frames(feed: Feed, client: AbortController): AsyncGenerator<string> {
    this.clients.add(client);
    try {
      yield positionFrame(feed.seq);
      while (!client.signal.aborted) {
        const page = await this.nextPage(feed, client.signal);
        if (!page) return;
        yield* this.tell(feed, page);
      }
    } finally {
      this.clients.delete(client);
      if (this.clients.size === 0) this.pages.clear();
    }
  }

  /** Nothing but the position, now and then, keeps the connection open. */
  private async *tell(feed: Feed, { changes, upTo }: ChangePage): AsyncGenerator<string> {
    const breather = new Breather();
    let told: number | undefined;
    for (const change of changes) {
      const event = feedEvent(change, feed.view);
      if (event) yield eventFrame((told = change.seq), event, feed.view);
      if (breather.due) await breather.breathe();
    }
    feed.seq = upTo;
    if (told !== upTo) yield positionFrame(upTo);
  }

  /** What follows, an empty page after a while without any change; undefined when it is no longer kept. */
  private async nextPage({ collection, seq }: Feed, signal: AbortSignal): Promise<ChangePage | undefined> {
    const last = await this.watch.next(collection, seq, this.config.FEED_HEARTBEAT_MS, signal);
    if (last === seq) return { changes: [], upTo: seq };
    try {
      const page = await this.page(collection, seq, last);
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
