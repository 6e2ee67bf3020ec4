import { Injectable } from '@nestjs/common';
import type { CollectionDefinition } from '../collections/collection-definition';
import { crawlInterval } from '../collections/crawl-interval';
import { HistoryConfig } from '../config/history-config';
import { AwsGateway } from './aws/aws.gateway';
import { HttpGateway } from './http.gateway';
import { RecordingsGateway } from './recordings.gateway';
import { RegistryGateway } from './registry.gateway';
import type { Source } from '../collections/source';

@Injectable()
export class Sources {
  private readonly all: readonly Source[];

  constructor(
    private readonly config: HistoryConfig,
    recordings: RecordingsGateway,
    registries: RegistryGateway,
    http: HttpGateway,
    aws: AwsGateway,
  ) {
    this.all = [recordings, registries, http, aws];
  }

  /** Reports whether a collection has a configured source and its crawl is switched on. */
  offer(collection: CollectionDefinition): boolean {
    return this.intervalOf(collection) !== undefined && this.all.some((source) => source.offers(collection));
  }

  intervalOf(collection: CollectionDefinition): number | undefined {
    const { CRAWL_INTERVALS: rules, CRAWL_INTERVAL_MS: usual } = this.config;
    return crawlInterval(collection, rules, usual);
  }

  /** @throws Error when no source offers the collection */
  of(collection: CollectionDefinition): Source {
    const source = this.all.find((one) => one.offers(collection));
    if (!source) throw new Error(`no source is configured for ${collection.name}`);
    return source;
  }
}
