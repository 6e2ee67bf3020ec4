import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Metrics, ServiceLogger, Ticker } from '@portolan/service';
import type { CollectionDefinition } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { inSlices } from '../cooperative';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import { CurrentDocuments } from '../current/current-documents.service';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { HistoryConfig } from '../history-config';
import type { Json } from '../json';
import type { SourceBatch } from '../sources/source';
import { Sources } from '../sources/sources';
import { backOff } from './back-off';
import {
  CRAWL_LEASE_MS,
  CrawlOvertaken,
  CrawlRepository,
  type CollectionWrite,
  type CrawlClaim,
} from './crawl.repository';
import { delta } from './delta';
import { GroupBuilder } from './group-builder.service';
import { implausibleLoss } from './loss-guard';
import { sameRevisionIn, shapeDocuments } from './shape-documents';

/** How a crawl ended. */
export const CrawlOutcome = {
  Applied: 'applied',
  /** Nothing was changed; the reason is in the collection's status. */
  Failed: 'failed',
  /** Another crawl is at work or has overtaken this one, or only other replicas know the source. */
  LeftToOther: 'leftToOther',
  /** The source has failed and is given time. */
  BackedOff: 'backedOff',
} as const;
export type CrawlOutcome = (typeof CrawlOutcome)[keyof typeof CrawlOutcome];

/** How long a crawl waits for another one that it needs, and how often it asks, ms. */
const PREREQUISITE_LIMIT_MS = 15_000;
const PREREQUISITE_POLL_MS = 50;

/** A collection and its documents as a crawl brought them, which may depend on what is there already. */
interface Found {
  collection: CollectionDefinition;
  raw: (before: CollectionSnapshot) => Json[] | Promise<Json[]>;
}

/** Crawls: source, delta against the current documents, one transaction; then those derived from it. */
@Injectable()
export class CrawlService {
  private readonly count: ReturnType<Metrics['counter']>;

  constructor(
    private readonly config: HistoryConfig,
    private readonly collections: Collections,
    private readonly sources: Sources,
    private readonly states: CollectionStateRepository,
    private readonly crawls: CrawlRepository,
    private readonly groups: GroupBuilder,
    private readonly current: CurrentDocuments,
    private readonly signals: Signals,
    private readonly logger: ServiceLogger,
    metrics: Metrics,
  ) {
    this.count = metrics.counter('history_crawls_total', 'Crawls, by how they ended', [
      'collection',
      'outcome',
    ]);
  }

  /** Crawls a collection. What is wrong with the source ends up in the status, not in an error. */
  async crawl(name: string): Promise<CrawlOutcome> {
    const outcome = await this.attempt(name);
    this.count.inc({ collection: name, outcome });
    return outcome;
  }

  private async attempt(name: string): Promise<CrawlOutcome> {
    const collection = this.collections.named(name);
    if (!this.sources.offer(collection)) return CrawlOutcome.LeftToOther;
    const number = await this.states.numberOf(name);
    if (await this.isBackedOff(number)) return CrawlOutcome.BackedOff;
    await this.prepare(collection);
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

  /** Half an interval of tolerance: the trigger that is meant may come a little early. */
  private async isBackedOff(number: number): Promise<boolean> {
    const { CRAWL_INTERVAL_MS: pause, CRAWL_BACKOFF_MAX_MS: most } = this.config;
    const { failures, attemptedAt } = await this.states.failuresOf(number);
    return failures > 0 && Date.now() + pause / 2 < attemptedAt + backOff(failures, pause, most);
  }

  private async run(collection: CollectionDefinition, claim: CrawlClaim): Promise<void> {
    let moment = claim.moment;
    for await (const batch of this.sources.of(collection).batches(collection, claim.moment)) {
      // Clocks differ between machines; the times of a collection only ever grow.
      moment = Math.max(batch.moment ?? Date.now(), moment + 1);
      await this.apply(claim, await this.findings(collection, batch, moment), moment);
    }
    await this.crawls.succeed(claim, await this.numbersOfDerived(collection), Date.now());
  }

  /**
   * Groups need their members' documents. Of a recording those of the same moment, so they are replayed
   * first; else those of the last crawl, so one must have been.
   */
  private async prepare({ name, source }: CollectionDefinition): Promise<void> {
    for (const group of this.collections.derivedFrom(name)) {
      if (group.source.kind !== 'group') continue;
      const { members } = group.source;
      const root = this.collections.rootOf(this.collections.named(members));
      const needed = source.kind === 'files' || !(await this.states.isCrawled(members));
      if (needed && this.sources.offer(root)) await this.crawlFirst(root.name);
    }
  }

  private async crawlFirst(name: string): Promise<void> {
    const deadline = Date.now() + PREREQUISITE_LIMIT_MS;
    while ((await this.crawl(name)) === CrawlOutcome.LeftToOther && Date.now() < deadline) {
      await delay(PREREQUISITE_POLL_MS);
    }
  }

  private async findings(
    collection: CollectionDefinition,
    { documents, moment: recordedAt }: SourceBatch,
    moment: number,
  ): Promise<Found[]> {
    const found: Found[] = [{ collection, raw: () => documents }];
    for (const derived of this.collections.derivedFrom(collection.name)) {
      const { source, name } = derived;
      if (source.kind === 'view') {
        found.push({ collection: derived, raw: () => documents.flatMap(source.documents) });
      } else if (source.kind === 'group' && (await this.states.isCrawled(source.members))) {
        const groups = {
          collection: name,
          source,
          raw: documents,
          moment,
          recorded: recordedAt !== undefined,
        };
        found.push({ collection: derived, raw: (before) => this.groups.documents(groups, before) });
      }
    }
    return found;
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
    const before = await this.current.refresh(collection.name);
    const { changeSeq, byId } = before;
    const documents = await inSlices(shapeDocuments(collection, await raw(before)));
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
    await this.crawls.fail(claim, await this.numbersOfDerived(collection), message, Date.now());
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

  private numbersOfDerived({ name }: CollectionDefinition): Promise<number[]> {
    return Promise.all(this.collections.derivedFrom(name).map((one) => this.states.numberOf(one.name)));
  }
}
