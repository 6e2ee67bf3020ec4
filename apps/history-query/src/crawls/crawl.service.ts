import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Metrics, ServiceLogger } from '@portolan/service';
import type { CollectionDefinition, GroupSource } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { inSlices } from '../cooperative';
import { CurrentDocuments } from '../current/current-documents.service';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { HistoryConfig } from '../history-config';
import type { Json } from '../json';
import { parsed, type SourceDocument } from '../sources/raw-document';
import type { SourceBatch } from '../sources/source';
import { Sources } from '../sources/sources';
import { backOff } from './back-off';
import { CollectionCrawl } from './collection-crawl';
import { CrawlLease } from './crawl-lease.service';
import { CrawlOvertaken, CrawlRepository, type CollectionWrite, type CrawlClaim } from './crawl.repository';
import type { Delta } from './delta';
import { GroupBuilder } from './group-builder.service';
import { implausibleLoss } from './loss-guard';
import { lostTags } from './tag-guard';

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

/** Crawls: source, delta against the current documents, one transaction; then those derived from it. */
@Injectable()
export class CrawlService {
  private readonly count: ReturnType<Metrics['counter']>;
  private readonly duration: ReturnType<Metrics['histogram']>;

  constructor(
    private readonly config: HistoryConfig,
    private readonly collections: Collections,
    private readonly sources: Sources,
    private readonly states: CollectionStateRepository,
    private readonly crawls: CrawlRepository,
    private readonly lease: CrawlLease,
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
    this.duration = metrics.histogram(
      'history_crawl_duration_seconds',
      'Time that crawls took which were applied or failed',
      ['collection'],
      [0.1, 0.5, 1, 5, 15, 60, 300],
    );
  }

  /** Crawls a collection. What is wrong with the source ends up in the status, not in an error. */
  async crawl(name: string): Promise<CrawlOutcome> {
    const begun = performance.now();
    const outcome = await this.attempt(name);
    if (outcome === CrawlOutcome.Applied || outcome === CrawlOutcome.Failed)
      this.duration.observe({ collection: name }, (performance.now() - begun) / 1000);
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
    try {
      await this.lease.during(claim, (overdue) => this.run(collection, claim, overdue));
      return CrawlOutcome.Applied;
    } catch (error) {
      return await this.failed(collection, claim, error);
    } finally {
      await this.crawls.release(claim);
    }
  }

  /** Half an interval of tolerance: the trigger that is meant may come a little early. */
  private async isBackedOff(number: number): Promise<boolean> {
    const { CRAWL_INTERVAL_MS: pause, CRAWL_BACKOFF_MAX_MS: most } = this.config;
    const { failures, attemptedAt } = await this.states.failuresOf(number);
    return failures > 0 && Date.now() + pause / 2 < attemptedAt + backOff(failures, pause, most);
  }

  private async run(
    collection: CollectionDefinition,
    claim: CrawlClaim,
    overdue: AbortSignal,
  ): Promise<void> {
    let moment = claim.moment;
    for await (const batch of this.sources.of(collection).batches(collection, claim.moment, overdue)) {
      overdue.throwIfAborted();
      moment = await this.apply(collection, claim, batch, moment, overdue);
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

  /**
   * Compares what a source gives with what is known, and writes what has changed.
   *
   * @param before the moment of the crawl before
   * @returns the moment of this one
   */
  private async apply(
    collection: CollectionDefinition,
    claim: CrawlClaim,
    batch: SourceBatch,
    before: number,
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
    // Clocks differ between machines; the times of a collection only ever grow.
    const moment = Math.max(batch.moment ?? Date.now(), before + 1);
    const recorded = batch.moment !== undefined;
    for (const { name, source } of groups) {
      const crawl = await this.begin(this.collections.named(name));
      const found = { collection: name, source, raw, moment, recorded };
      await inSlices(crawl.add(await this.groups.documents(found, crawl.before)));
      crawls.push(crawl);
    }
    await this.write(claim, crawls, moment);
    return moment;
  }

  /** Group collections whose members are known. */
  private async buildableGroups(
    derived: readonly CollectionDefinition[],
  ): Promise<{ name: string; source: GroupSource }[]> {
    const groups: { name: string; source: GroupSource }[] = [];
    for (const { name, source } of derived) {
      if (source.kind !== 'group' || !(await this.states.isCrawled(source.members))) continue;
      groups.push({ name, source });
    }
    return groups;
  }

  private async begin(collection: CollectionDefinition): Promise<CollectionCrawl> {
    return new CollectionCrawl(collection, await this.current.refresh(collection.name));
  }

  private async write(claim: CrawlClaim, crawls: readonly CollectionCrawl[], moment: number): Promise<void> {
    const writes: CollectionWrite[] = [];
    const changed: string[] = [];
    for (const crawl of crawls) {
      const { name } = crawl.collection;
      const changes = await inSlices(crawl.finish(moment));
      await this.checkPlausible(crawl, changes);
      const { changeSeq } = crawl.before;
      writes.push({ collection: await this.states.numberOf(name), changeSeq, delta: changes });
      if (changes.opened.length + changes.closed.length + changes.refreshed.length > 0) changed.push(name);
    }
    await this.crawls.apply(claim, writes, moment);
    for (const name of changed) this.signals.send(CHANGED_SIGNAL, name);
  }

  /** A recording tells what was; there is nothing to wait for that would tell more. @throws Error when it is not */
  private async checkPlausible(crawl: CollectionCrawl, changes: Delta): Promise<void> {
    const { collection, before, hasTags } = crawl;
    if (this.collections.rootOf(collection).source.kind === 'files') return;
    const { byId } = before;
    const loss =
      implausibleLoss(byId.size, changes, this.config.CRAWL_MAX_LOSS_PERCENT) ??
      (await inSlices(lostTags(collection, byId.values(), { documents: changes.documents, hasTags })));
    if (loss) throw new Error(loss);
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

  private numbersOfDerived({ name }: CollectionDefinition): Promise<number[]> {
    return Promise.all(this.collections.derivedFrom(name).map((one) => this.states.numberOf(one.name)));
  }
}

/** What a source gives, page by page; in one piece where everything must be there at once. */
async function* pagesOf(
  { documents }: SourceBatch,
  whole: boolean,
  overdue: AbortSignal,
): AsyncGenerator<readonly SourceDocument[]> {
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

/** The documents of a collection in what its source, or that of the collection it is a view of, gave. */
const documentsIn = (
  { source }: CollectionDefinition,
  page: readonly SourceDocument[],
): readonly SourceDocument[] =>
  source.kind === 'view' ? page.flatMap((one) => source.documents(parsed(one))) : page;
