import { Injectable } from '@nestjs/common';
import { Metrics, remembered } from '@portolan/service';
import { CollectionStateRepository } from './collection-state.repository';
import type { CollectionEntity } from './collection.entity';

/** The gauges of one scrape share one query, ms. */
const FRESH_MS = 500;

@Injectable()
export class CollectionMetricsService {
  constructor(states: CollectionStateRepository, metrics: Metrics) {
    // Empty while the database is unreachable, so that other metrics stay available.
    const current = remembered(() => states.all(), FRESH_MS);
    const gauge = (
      name: string,
      help: string,
      valueOf: (state: CollectionEntity) => number | undefined,
    ): void =>
      metrics.gaugeOf(`history_collection_${name}`, help, ['collection'], async () =>
        (await current()).flatMap((state) => {
          const value = valueOf(state);
          return value === undefined ? [] : [{ labels: { collection: state.name }, value }];
        }),
      );
    gauge('documents', 'Documents after the last crawl that was applied', ({ documents }) => documents);
    gauge('changes', 'Changes since the collection was created', ({ changeSeq }) => changeSeq);
    gauge('degraded', '1 when the last crawl could not be applied', ({ error }) => (error === null ? 0 : 1));
    gauge('failures', 'Crawls that failed since the last one that was applied', ({ failures }) => failures);
    gauge('crawl_age_seconds', 'Time since the last crawl that was applied', ({ crawledAt }) =>
      crawledAt === null ? undefined : Math.max(0, Date.now() - crawledAt) / 1000,
    );
  }
}
