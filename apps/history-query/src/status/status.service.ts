import { Injectable } from '@nestjs/common';
import type { CollectionDefinition } from '../collections/collection-definition';
import { CollectionStateRepository, type CollectionState } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { CurrentDocuments } from '../current/current-documents.service';
import { Sources } from '../sources/sources';
import type { CollectionStatus, StatusAnswer } from './status.dto';

/** Tells how the crawls of each collection go. */
@Injectable()
export class StatusService {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly sources: Sources,
    private readonly current: CurrentDocuments,
  ) {}

  async status(): Promise<StatusAnswer> {
    const rows = await this.states.all();
    const states = new Map(rows.map((state) => [state.name, state]));
    return { collections: this.collections.all.map((one) => this.statusOf(one, states.get(one.name))) };
  }

  private statusOf(collection: CollectionDefinition, state: CollectionState | undefined): CollectionStatus {
    const { name, source } = collection;
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
    };
  }
}
