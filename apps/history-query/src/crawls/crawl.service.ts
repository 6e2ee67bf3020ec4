import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { CollectionDefinition } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { inSlices } from '../cooperative';
import { CurrentDocuments } from '../current/current-documents.service';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { HistoryConfig } from '../history-config';
import type { Json } from '../json';
import { Sources } from '../sources/sources';
import {
  CRAWL_LEASE_MS,
  CrawlOvertaken,
  CrawlRepository,
  type CollectionWrite,
  type CrawlClaim,
} from './crawl.repository';
import { delta } from './delta';
import { implausibleLoss } from './loss-guard';
import { sameRevisionIn, shapeDocuments } from './shape-documents';

/** How a crawl ended. */
export const CrawlOutcome = {
  Applied: 'applied',
  /** Nothing was changed; the reason is in the collection's status. */
  Failed: 'failed',
  /** Another crawl is at work or has overtaken this one, or only other replicas know the source. */
  LeftToOther: 'leftToOther',
} as const;
export type CrawlOutcome = (typeof CrawlOutcome)[keyof typeof CrawlOutcome];

/** A collection and its documents as a source gave them. */
interface Found {
  collection: CollectionDefinition;
  raw: Json[];
}

/** Crawls: source, delta against the current documents, one transaction; then those derived from it. */
@Injectable()
export class CrawlService {
  constructor(
    private readonly config: HistoryConfig,
    private readonly collections: Collections,
    private readonly sources: Sources,
    private readonly states: CollectionStateRepository,
    private readonly crawls: CrawlRepository,
    private readonly current: CurrentDocuments,
    private readonly signals: Signals,
    private readonly logger: ServiceLogger,
  ) {}

  /** Crawls a collection. What is wrong with the source ends up in the status, not in an error. */
  async crawl(name: string): Promise<CrawlOutcome> {
    const collection = this.collections.named(name);
    if (!this.sources.offer(collection)) return CrawlOutcome.LeftToOther;
    const number = await this.states.numberOf(name);
    const claim = await this.crawls.claim(number, Date.now());
    if (!claim) return CrawlOutcome.LeftToOther;
    const lease = this.keepLease(claim);
    try {
      await this.run(collection, claim);
      return CrawlOutcome.Applied;
    } catch (error) {
      return await this.failed(collection, claim, error);
    } finally {
      await lease.stop();
      await this.crawls.release(claim);
    }
  }

  private async run(collection: CollectionDefinition, claim: CrawlClaim): Promise<void> {
    let moment = claim.moment;
    for await (const batch of this.sources.of(collection).batches(collection, claim.moment)) {
      // Clocks differ between machines; the times of a collection only ever grow.
      moment = Math.max(batch.moment ?? Date.now(), moment + 1);
      await this.apply(claim, this.withViews({ collection, raw: batch.documents }), moment);
    }
    await this.crawls.succeed(claim, await this.numbersOfViews(collection), Date.now());
  }

  private withViews({ collection, raw }: Found): Found[] {
    const views = this.collections.viewsOf(collection.name).map((view) => {
      const { source } = view;
      return { collection: view, raw: source.kind === 'view' ? raw.flatMap(source.documents) : [] };
    });
    return [{ collection, raw }, ...views];
  }

  private async apply(claim: CrawlClaim, found: readonly Found[], moment: number): Promise<void> {
    const writes: CollectionWrite[] = [];
    const changed: string[] = [];
    for (const one of found) {
      const write = await this.compare(one, moment);
      writes.push(write);
      const { opened, closed, refreshed } = write.delta;
      if (opened.length + closed.length + refreshed.length > 0) changed.push(one.collection.name);
    }
    await this.crawls.apply(claim, writes, moment);
    for (const name of changed) this.signals.send(CHANGED_SIGNAL, name);
  }

  private async compare({ collection, raw }: Found, moment: number): Promise<CollectionWrite> {
    const documents = await inSlices(shapeDocuments(collection, raw));
    const { changeSeq, byId } = await this.current.refresh(collection.name);
    const changes = await inSlices(delta(byId, documents, moment, sameRevisionIn(collection)));
    const loss = implausibleLoss(byId.size, changes, this.config.CRAWL_MAX_LOSS_PERCENT);
    // A recording tells what was; there is nothing to wait for that would tell more.
    if (loss && this.collections.rootOf(collection).source.kind !== 'files') throw new Error(loss);
    return { collection: await this.states.numberOf(collection.name), changeSeq, delta: changes };
  }

  private async failed(
    collection: CollectionDefinition,
    claim: CrawlClaim,
    error: unknown,
  ): Promise<CrawlOutcome> {
    if (error instanceof CrawlOvertaken) {
      this.logger.info({ collection: collection.name, reason: error.message }, 'crawl overtaken');
      return CrawlOutcome.LeftToOther;
    }
    const message = error instanceof Error ? error.message : String(error);
    this.logger.warn({ collection: collection.name, err: error }, 'crawl failed');
    await this.crawls.fail(claim, await this.numbersOfViews(collection), message, Date.now());
    return CrawlOutcome.Failed;
  }

  private keepLease(claim: CrawlClaim): Ticker {
    return new Ticker({
      everyMs: CRAWL_LEASE_MS / 3,
      run: () => this.crawls.renew(claim),
      onError: (error) => this.logger.warn({ err: error }, 'the lease of a crawl could not be renewed'),
      immediately: false,
    }).start();
  }

  private numbersOfViews({ name }: CollectionDefinition): Promise<number[]> {
    return Promise.all(this.collections.viewsOf(name).map((view) => this.states.numberOf(view.name)));
  }
}
