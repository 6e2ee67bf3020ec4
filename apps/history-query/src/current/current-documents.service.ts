import { Injectable } from '@nestjs/common';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { compareRevisions, type Revision } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { inSlices, type Steps } from '../time-slices/time-slices';
import { sortSteps } from '../time-slices/sort-in-steps';
import { EMPTY_SNAPSHOT, nextSnapshot, type CollectionSnapshot } from './collection-snapshot';
import { DocumentSlabs } from './document-slabs';
import { SelectIndexesService } from './select-indexes.service';

/** The current documents in memory. A refresh replaces the whole snapshot, so readers see all of a crawl or nothing. */
@Injectable()
export class CurrentDocumentsService {
  private readonly snapshots = new Map<string, CollectionSnapshot>();
  private readonly slabs = new Map<string, DocumentSlabs>();
  private readonly refreshes = new Map<string, Promise<CollectionSnapshot>>();

  constructor(
    private readonly states: CollectionStateRepository,
    private readonly revisions: RevisionRepository,
    private readonly indexes: SelectIndexesService,
  ) {}

  peek(name: string): CollectionSnapshot | undefined {
    return this.snapshots.get(name);
  }

  /** Returns the snapshot in memory, reading it first if necessary. */
  async get(name: string): Promise<CollectionSnapshot> {
    return this.snapshots.get(name) ?? this.refresh(name);
  }

  /** Follows the database; the result contains everything written before the call. */
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
    const { revisions, changeSeq, whole } = await this.revisions.changesSince(
      number,
      before.changeSeq,
      (bytes) => slabs.copy(bytes),
    );
    const changed = await inSlices(sortSteps(revisions, compareRevisions));
    const change = await inSlices(nextSnapshot(whole ? EMPTY_SNAPSHOT : before, changed, changeSeq));
    const { after, added, removed } = change;
    if (whole) this.indexes.forget(before);
    else await this.indexes.follow(before, change);
    this.snapshots.set(name, after);
    this.slabs.set(name, slabs);
    await inSlices(tidy(slabs, after.sorted, added, whole ? before.sorted : removed));
    return after;
  }
}

/** Counts the bytes in use, and compacts documents when many have left gaps. */
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
