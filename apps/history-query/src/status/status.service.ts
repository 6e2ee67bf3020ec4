import { Injectable } from '@nestjs/common';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { CurrentDocumentsService } from '../current/current-documents.service';
import { Sources } from '../sources/sources';
import type { StatusAnswer } from './status.dto';

@Injectable()
export class StatusService {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly sources: Sources,
    private readonly current: CurrentDocumentsService,
  ) {}

  async status(): Promise<StatusAnswer> {
    const states = new Map((await this.states.all()).map((state) => [state.name, state]));
    const collections = this.collections.all.map((collection) => {
      const { name, source } = collection;
      const state = states.get(name);
      return {
        collection: name,
        source: source.kind,
        crawled: this.sources.offer(this.collections.rootOf(collection)),
        lastCrawl: state?.crawledAt ?? null,
        lastAttempt: state?.attemptedAt ?? null,
        degraded: state?.error != null,
        error: state?.error ?? null,
        documents: state?.documents ?? 0,
        served: this.current.peek(name)?.sorted.length ?? 0,
        changeSeq: state?.changeSeq ?? 0,
        trail: this.collections.trailsOf(collection)[0]?.name ?? null,
      };
    });
    return { collections };
  }
}
