import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';
import { CollectionStateRepository, type CollectionState } from '../collections/collection-state.repository';

/** The gauges of one scrape read the table once, ms. */
const FRESH_MS = 500;

/** Metrics of every collection, asked of the database when they are scraped. */
@Injectable()
export class CollectionMetrics {
  private read = { at: -Infinity, states: Promise.resolve<CollectionState[]>([]) };

  constructor(
    private readonly states: CollectionStateRepository,
    metrics: Metrics,
  ) {
    const gauge = (
      name: string,
      help: string,
      valueOf: (state: CollectionState) => number | undefined,
    ): void => {
      metrics.gauge(`history_collection_${name}`, help, ['collection'], async (one) => {
        one.reset();
        for (const state of await this.current()) {
          const value = valueOf(state);
          if (value !== undefined) one.set({ collection: state.name }, value);
        }
      });
    };
    gauge('documents', 'Documents after the last crawl that was applied', ({ documents }) => documents);
    gauge('changes', 'Changes since the collection began', ({ changeSeq }) => changeSeq);
    gauge('degraded', '1 when the last crawl could not be applied', ({ error }) => (error === null ? 0 : 1));
    gauge('failures', 'Crawls that failed since the last one that was applied', ({ failures }) => failures);
    gauge('crawl_age_seconds', 'Time since the last crawl that was applied', ({ crawledAt }) =>
      crawledAt === null ? undefined : Math.max(0, Date.now() - crawledAt) / 1000,
    );
  }

  /** Empty while the database is away: metrics go on. */
  private current(): Promise<CollectionState[]> {
    if (performance.now() - this.read.at > FRESH_MS) {
      this.read = { at: performance.now(), states: this.states.all().catch(() => []) };
    }
    return this.read.states;
  }
}
