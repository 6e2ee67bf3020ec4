import { CollectionStateRepository } from '../../src/collections/collection-state.repository';
import { runToEnd } from '../../src/time-slices/time-slices';
import { CrawlClaimsRepository } from '../../src/crawls/crawl-claims.repository';
import { CrawlRepository } from '../../src/crawls/crawl.repository';
import { delta, type SameRevision } from '../../src/crawls/crawl-delta';
import { CurrentDocumentsService } from '../../src/current/current-documents.service';
import { canonicalJson, type Json } from '../../src/json/json';
import type { HistoryClient } from './history-client';

/** A collection that a test crawls explicitly, moment by moment. */
export class CrawledCollection {
  constructor(
    private readonly history: HistoryClient,
    readonly name: string,
  ) {}

  /** Applies a crawl with these documents by id; memory follows at once. */
  async crawl(
    documents: Readonly<Record<string, Json>>,
    moment: number,
    sameRevision?: SameRevision,
  ): Promise<void> {
    const { app } = this.history.service;
    const crawls = app.get(CrawlRepository);
    const claims = app.get(CrawlClaimsRepository);
    const current = app.get(CurrentDocumentsService);
    const collection = await app.get(CollectionStateRepository).numberOf(this.name);
    const before = await current.refresh(this.name);
    const found = Object.entries(documents).map(([id, document]) => ({ id, json: canonicalJson(document) }));
    const changes = runToEnd(delta(before, found, moment, sameRevision));
    const claim = await claims.claim(collection, moment);
    if (!claim) throw new Error('nobody else crawls here');
    await crawls.apply(claim, [{ collection, changeSeq: before.changeSeq, delta: changes }], moment);
    await claims.release(claim);
    await current.refresh(this.name);
  }
}
