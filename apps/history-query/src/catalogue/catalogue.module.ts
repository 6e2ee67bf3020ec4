import { Module } from '@nestjs/common';
import { HistoryConfig } from '../config/history-config';
import { collectionsOf } from './collection-catalogue';
import { CollectionMetricsService } from '../collections/collection-metrics.service';
import { ChangeMomentRepository } from '../collections/change-moment.repository';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { configuredCollectionsIn } from './configured-collections';
import { readAccounts } from '../collections/provider-account';

const collections = {
  provide: Collections,
  useFactory: (config: HistoryConfig): Collections =>
    new Collections(
      [
        ...collectionsOf(readAccounts(config.AWS_ACCOUNTS), config.AWS_SUPPRESSED_TAGS),
        ...configuredCollectionsIn(config.HTTP_COLLECTIONS_FILE),
      ],
      config.CLOUD_AREA_ALIASES,
    ),
  inject: [HistoryConfig],
};

@Module({
  providers: [collections, CollectionStateRepository, ChangeMomentRepository, CollectionMetricsService],
  exports: [Collections, CollectionStateRepository, ChangeMomentRepository],
})
export class CatalogueModule {}
