import { Injectable } from '@nestjs/common';
import type { Select } from '../address/address';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { inSlices, type Steps } from '../cooperative';
import { compareRevisions, type Revision } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { sortSteps } from '../sort-steps';
import { nextSnapshot, type CollectionSnapshot, EMPTY_SNAPSHOT } from './collection-snapshot';
import { DocumentSlabs } from './document-slabs';
import { SelectIndexes } from './select-indexes.service';

/**
 * The current documents in memory. A refresh reads what has changed since the last one and swaps the
 * whole snapshot, so a reader sees all of a crawl or nothing.
 */
@Injectable()
export class CurrentDocuments {
  private readonly snapshots = new Map<string, CollectionSnapshot>();
  private readonly slabs = new Map<string, DocumentSlabs>();
  private readonly refreshes = new Map<string, Promise<CollectionSnapshot>>();

  constructor(
    private readonly states: CollectionStateRepository,
    private readonly revisions: RevisionRepository,
    private readonly indexes: SelectIndexes,
  ) {}

  /** What is in memory; undefined before the first refresh. */
  peek(name: string): CollectionSnapshot | undefined {
    return this.snapshots.get(name);
  }

  /** What is in memory, read now when nothing is yet. */
  async get(name: string): Promise<CollectionSnapshot> {
    return this.snapshots.get(name) ?? this.refresh(name);
  }

  /**
   * The documents of a snapshot that match all arguments of a select, in the order of lists; undefined when
   * no index knows them.
   */
  async select(
    snapshot: CollectionSnapshot,
    selects: readonly Pick<Select, 'path' | 'values'>[],
  ): Promise<readonly Revision[] | undefined> {
    return this.indexes.find(snapshot, selects);
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
    const slabs = this.slabs.get(name) ?? new DocumentSlabs();
    const changes = await this.revisions.changesSince(number, before.changeSeq, (bytes) => slabs.copy(bytes));
    const changed = await inSlices(sortSteps(changes.revisions, compareRevisions));
    const from = changes.whole ? EMPTY_SNAPSHOT : before;
    const change = await inSlices(nextSnapshot(from, changed, changes.changeSeq));
    const { after, added, removed } = change;
    if (changes.whole) this.indexes.forget(before);
    else await this.indexes.follow(before, change);
    this.snapshots.set(name, after);
    this.slabs.set(name, slabs);
    await inSlices(tidy(slabs, after.sorted, added, changes.whole ? before.sorted : removed));
    return after;
  }
}

/** Keeps count of the bytes in use, and moves documents together when many have left gaps. */
function* tidy(
  slabs: DocumentSlabs,
  all: readonly Revision[],
  added: Iterable<Revision>,
  removed: Iterable<Revision>,
): Steps<void> {
  for (const { bytes } of added) {
    slabs.hold(bytes);
    yield;
  }
  for (const { bytes } of removed) {
    slabs.release(bytes);
    yield;
  }
  const sparse = slabs.sparse();
  if (sparse.size === 0) return;
  for (const revision of all) {
    const { bytes } = revision;
    if (sparse.has(bytes.buffer)) {
      revision.moveTo(slabs.copy(bytes));
      slabs.hold(revision.bytes);
      slabs.release(bytes);
    }
    yield;
  }
}
