import { Injectable } from '@nestjs/common';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { inSlices } from '../cooperative';
import { compareRevisions } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { sortSteps } from '../sort-steps';
import { nextSnapshot, type CollectionSnapshot, EMPTY_SNAPSHOT } from './collection-snapshot';

/**
 * The current documents in memory. A refresh reads what has changed since the last one and swaps the
 * whole snapshot, so a reader sees all of a crawl or nothing.
 */
@Injectable()
export class CurrentDocuments {
  private readonly snapshots = new Map<string, CollectionSnapshot>();
  private readonly refreshes = new Map<string, Promise<CollectionSnapshot>>();

  constructor(
    private readonly states: CollectionStateRepository,
    private readonly revisions: RevisionRepository,
  ) {}

  /** What is in memory; undefined before the first refresh. */
  peek(name: string): CollectionSnapshot | undefined {
    return this.snapshots.get(name);
  }

  /** What is in memory, read now when nothing is yet. */
  async get(name: string): Promise<CollectionSnapshot> {
    return this.snapshots.get(name) ?? this.refresh(name);
  }

  /** Follows the database; the result holds everything that was written before the call. */
  async refresh(name: string): Promise<CollectionSnapshot> {
    const before = this.refreshes.get(name)?.catch(() => undefined);
    const own = (before ?? Promise.resolve()).then(() => this.read(name));
    this.refreshes.set(name, own);
    try {
      return await own;
    } finally {
      if (this.refreshes.get(name) === own) this.refreshes.delete(name);
    }
  }

  private async read(name: string): Promise<CollectionSnapshot> {
    const before = this.snapshots.get(name) ?? EMPTY_SNAPSHOT;
    const number = await this.states.numberOf(name);
    const changes = await this.revisions.changesSince(number, before.changeSeq);
    const changed = await inSlices(sortSteps(changes.revisions, compareRevisions));
    const from = changes.whole ? EMPTY_SNAPSHOT : before;
    const after = await inSlices(nextSnapshot(from, changed, changes.changeSeq));
    this.snapshots.set(name, after);
    return after;
  }
}
