import { Injectable } from '@nestjs/common';
import type { CollectionDefinition } from '../collections/collection-definition';
import { HttpGateway } from './http.gateway';
import { RecordingsGateway } from './recordings.gateway';
import { RegistryGateway } from './registry.gateway';
import type { Source } from './source';

/** The source of each collection. */
@Injectable()
export class Sources {
  private readonly all: readonly Source[];

  constructor(recordings: RecordingsGateway, registries: RegistryGateway, http: HttpGateway) {
    this.all = [recordings, registries, http];
  }

  /** False for collections whose source this installation has no address of. */
  offer(collection: CollectionDefinition): boolean {
    return this.all.some((source) => source.offers(collection));
  }

  /** @throws Error when no source offers the collection */
  of(collection: CollectionDefinition): Source {
    const source = this.all.find((one) => one.offers(collection));
    if (!source) throw new Error(`no source is configured for ${collection.name}`);
    return source;
  }
}
