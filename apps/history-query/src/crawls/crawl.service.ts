import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Metrics, ServiceLogger, messageOf } from '@portolan/service';
import type { CollectionDefinition, SourceOf } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { parsed, type SourceBatch, type SourceDocument } from '../collections/source';
import { HistoryConfig } from '../config/history-config';
import { CurrentDocumentsService } from '../current/current-documents.service';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import type { Json } from '../json/json';
import { Sources } from '../sources/sources';
import { inSlices } from '../time-slices/time-slices';
import { backOff } from './back-off';
import { CollectionCrawl } from './collection-crawl';
import { implausibleLoss, lostTags } from './crawl-guards';
import { CrawlLeaseService } from './crawl-lease.service';
import { CrawlClaimsRepository, type CrawlClaim } from './crawl-claims.repository';
import { StaleCrawlError, CrawlRepository, type CollectionWrite } from './crawl.repository';
import type { Delta } from './crawl-delta';
import { GroupBuilderService } from './group-builder.service';

export const CrawlOutcome = {
  Applied: 'applied',
  /** Nothing was written; the reason is in the status of the collection. */
  Failed: 'failed',
  /** Another crawl is running or has overtaken this one, or only other replicas have the source. */
  LeftToOther: 'leftToOther',
  /** The source has failed, and its pause has not passed. */
  BackedOff: 'backedOff',
} as const;
export type CrawlOutcome = (typeof CrawlOutcome)[keyof typeof CrawlOutcome];

/** Limit and interval of waiting for a prerequisite crawl, ms. */
const PREREQUISITE_LIMIT_MS = 15_000;
const PREREQUISITE_POLL_MS = 50;

/** Runs crawls: source, delta against the current documents, one transaction; then derived collections. */
@Injectable()
export class CrawlService {
  private readonly count: ReturnType<Metrics['counter']>;
  private readonly duration: ReturnType<Metrics['histogram']>;

  constructor(
    private readonly config: HistoryConfig,
    private readonly collections: Collections,
    private readonly sources: Sources,
    private readonly states: CollectionStateRepository,
    private readonly claims: CrawlClaimsRepository,
    private readonly crawls: CrawlRepository,
    private readonly lease: CrawlLeaseService,
    private readonly groups: GroupBuilderService,
    private readonly current: CurrentDocumentsService,
    private readonly signals: Signals,
    private readonly logger: ServiceLogger,
    metrics: Metrics,
  ) {
    this.count = metrics.counter('history_crawls_total', 'Crawls, by outcome', ['collection', 'outcome']);
    this.duration = metrics.histogram(
      'history_crawl_duration_seconds',
      'Duration of crawls that were applied or failed',
      ['collection'],
      [0.1, 0.5, 1, 5, 15, 60, 300],
    );
  }

  /** Crawls a collection. Faults of the source are recorded in the status, not thrown. */
  async crawl(name: string): Promise<CrawlOutcome> {
    const begun = performance.now();
    const outcome = await this.attempt(this.collections.named(name));
    if (outcome === CrawlOutcome.Applied || outcome === CrawlOutcome.Failed)
      this.duration.observe({ collection: name }, (performance.now() - begun) / 1000);
    this.count.inc({ collection: name, outcome });
    return outcome;
  }

  private async attempt(collection: CollectionDefinition): Promise<CrawlOutcome> {
    if (!this.sources.offer(collection)) return CrawlOutcome.LeftToOther;
    const number = await this.states.numberOf(collection.name);
    const state = await this.states.failuresOf(number);
    if (this.isBackedOff(state)) return CrawlOutcome.BackedOff;
    if (!(await this.prepare(collection))) return CrawlOutcome.LeftToOther;
    const claim = await this.claims.claim(number, Date.now(), state.failures);
    if (!claim) return CrawlOutcome.LeftToOther;
    try {
      await this.lease.runUnderLease(claim, (overdue) => this.run(collection, claim, overdue));
      return CrawlOutcome.Applied;
    } catch (error) {
      return await this.failed(collection, claim, error);
    } finally {
      await this.claims.release(claim);
    }
  }

  /** Half an interval of tolerance, because triggers may be a little early. */
  private isBackedOff({ failures, attemptedAt }: { failures: number; attemptedAt: number }): boolean {
    const { CRAWL_INTERVAL_MS: pause, CRAWL_BACKOFF_MAX_MS: most } = this.config;
    return failures > 0 && Date.now() + pause / 2 < attemptedAt + backOff(failures, pause, most);
  }

  private async run(collection: CollectionDefinition, claim: CrawlClaim, overdue: AbortSignal) {
    let { moment } = claim;
    // Some sources read a whole batch before they return it.
    let begun = Date.now();
    for await (const batch of this.sources.of(collection).batches(collection, moment, overdue)) {
      overdue.throwIfAborted();
      moment = await this.apply(collection, claim, batch, { before: moment, begun }, overdue);
      begun = Date.now();
    }
    await this.crawls.succeed(claim, await this.numbersOfDerived(collection), Date.now());
  }

  /**
   * Groups need the documents of their members. A recording replays the members first, so that the documents are of the same
   * moment; otherwise those of the last successful crawl are used, so there must have been one.
   * @returns false when a replay must be left to the next trigger: it happens once, and without members it would leave the groups out
   */
  private async prepare({ name, source }: CollectionDefinition): Promise<boolean> {
    for (const group of this.collections.derivedFrom(name)) {
      if (group.source.kind !== 'group') continue;
      const { members } = group.source;
      const root = this.collections.rootOf(this.collections.named(members));
      const needed = source.kind === 'files' || !(await this.states.isCrawled(members));
      if (!needed || !this.sources.offer(root)) continue;
      if (!(await this.crawlFirst(root.name)) && source.kind === 'files') return false;
    }
    return true;
  }

  /** @returns false while another crawl of the collection goes on for longer than the limit */
  private async crawlFirst(name: string): Promise<boolean> {
    const deadline = Date.now() + PREREQUISITE_LIMIT_MS;
    while ((await this.crawl(name)) === CrawlOutcome.LeftToOther) {
      if (Date.now() >= deadline) return false;
      await delay(PREREQUISITE_POLL_MS);
    }
    return true;
  }

  /**
   * Writes the differences to the current documents.
   * @param times the last moment, and when the source began to be read, ms
   * @returns the moment of this crawl
   */
  private async apply(
    collection: CollectionDefinition,
    claim: CrawlClaim,
    batch: SourceBatch,
    { before, begun }: { before: number; begun: number },
    overdue: AbortSignal,
  ): Promise<number> {
    const derived = this.collections.derivedFrom(collection.name);
    const groups = await this.buildableGroups(derived);
    const whole = groups.length > 0 || collection.apart !== undefined;
    const crawls = [await this.begin(collection)];
    for (const one of derived) if (one.source.kind === 'view') crawls.push(await this.begin(one));
    let raw: readonly Json[] = [];
    for await (const page of pagesOf(batch, whole, overdue)) {
      for (const crawl of crawls) await inSlices(crawl.add(documentsIn(crawl.collection, page)));
      raw = groups.length > 0 ? page.map(parsed) : raw;
    }
    // Clocks differ between machines, but the times of a collection must increase.
    const moment = Math.max(batch.moment ?? Date.now(), before + 1);
    const recorded = batch.moment !== undefined;
    for (const { name, source } of groups) {
      const crawl = await this.begin(this.collections.named(name));
      const found = { collection: name, source, raw, moment, recorded };
      await inSlices(crawl.add(await this.groups.documents(found, crawl.before)));
      crawls.push(crawl);
    }
    await this.write(claim, crawls, moment, recorded ? moment : begun);
    return moment;
  }

  /** Returns the group collections whose members have been crawled. */
  private async buildableGroups(derived: readonly CollectionDefinition[]) {
    const groups: { name: string; source: SourceOf<'group'> }[] = [];
    for (const { name, source } of derived)
      if (source.kind === 'group' && (await this.states.isCrawled(source.members)))
        groups.push({ name, source });
    return groups;
  }

  private async begin(collection: CollectionDefinition): Promise<CollectionCrawl> {
    return new CollectionCrawl(collection, await this.current.refresh(collection.name));
  }

  private async write(claim: CrawlClaim, crawls: readonly CollectionCrawl[], moment: number, begun: number) {
    const writes: CollectionWrite[] = [];
    const changed: string[] = [];
    for (const crawl of crawls) {
      const { name } = crawl.collection;
      const delta = await inSlices(crawl.finish(moment));
      await this.checkPlausible(crawl, delta);
      const { changeSeq } = crawl.before;
      writes.push({ collection: await this.states.numberOf(name), changeSeq, delta });
      if (delta.opened.length + delta.closed.length + delta.refreshed.length > 0) changed.push(name);
    }
    await this.crawls.apply(claim, writes, moment, begun);
    for (const name of changed) this.signals.send(CHANGED_SIGNAL, name);
  }

  /** Recordings and recent entries pass: waiting for a better response would be pointless. @throws Error for an implausible crawl */
  private async checkPlausible({ collection, before, hasTags }: CollectionCrawl, delta: Delta) {
    if (collection.rolling || this.collections.rootOf(collection).source.kind === 'files') return;
    const { byId } = before;
    const { documents } = delta;
    const loss =
      implausibleLoss(byId.size, delta, this.config.CRAWL_MAX_LOSS_PERCENT) ??
      (await inSlices(lostTags(collection, byId.values(), { documents, hasTags })));
    if (loss) throw new Error(loss);
  }

  private async failed(collection: CollectionDefinition, claim: CrawlClaim, error: unknown) {
    if (error instanceof StaleCrawlError) {
      this.logger.info({ collection: collection.name, reason: error.message }, 'crawl overtaken');
      return CrawlOutcome.LeftToOther;
    }
    this.logger.warn({ collection: collection.name, err: error }, 'crawl failed');
    await this.crawls.fail(claim, await this.numbersOfDerived(collection), messageOf(error), Date.now());
    return CrawlOutcome.Failed;
  }

  private numbersOfDerived({ name }: CollectionDefinition): Promise<number[]> {
    return Promise.all(this.collections.derivedFrom(name).map((one) => this.states.numberOf(one.name)));
  }
}

/** Yields the documents of a source page by page; in one piece where all are needed at once. */
async function* pagesOf({ documents }: SourceBatch, whole: boolean, overdue: AbortSignal) {
  if (!(Symbol.asyncIterator in documents)) {
    yield documents;
    return;
  }
  const all: SourceDocument[] = [];
  for await (const page of documents) {
    overdue.throwIfAborted();
    if (whole) for (const document of page) all.push(document);
    else yield page;
  }
  if (whole) yield all;
}

/** Returns the documents of a collection from its source, or from that of the collection it is a view of. */
const documentsIn = (
  { source }: CollectionDefinition,
  page: readonly SourceDocument[],
): readonly SourceDocument[] =>
  source.kind === 'view' ? page.flatMap((one) => source.documents(parsed(one))) : page;
