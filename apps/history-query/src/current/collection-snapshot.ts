import type { Steps } from '../cooperative';
import { LayeredMap } from '../layered-map';
import { compareRevisions, type Revision } from '../revisions/revision';

/** The current documents of a collection as of one change sequence number. Never changed, only replaced. */
export interface CollectionSnapshot {
  /** All changes up to this one are in. */
  changeSeq: number;
  byId: LayeredMap<string, Revision>;
  /** Newest first, ids in ascending order among equals. */
  sorted: readonly Revision[];
}

export const EMPTY_SNAPSHOT: CollectionSnapshot = { changeSeq: 0, byId: LayeredMap.empty(), sorted: [] };

/** What one snapshot has that the one before has not, and the other way round. */
export interface SnapshotChange {
  after: CollectionSnapshot;
  /** In the order of {@link compareRevisions}. */
  added: readonly Revision[];
  removed: ReadonlySet<Revision>;
}

/** Elements that are copied between two pauses. */
const RUN = 512;

/**
 * The snapshot after some changes.
 *
 * @param changed all revisions that changed since `before`, in the order of {@link compareRevisions}, as
 *   they are now: at most one open revision an id. Past ones may be among them, of ids whose current
 *   revision has not changed
 */
export function* nextSnapshot(
  before: CollectionSnapshot,
  changed: readonly Revision[],
  changeSeq: number,
): Steps<SnapshotChange> {
  const added = changed.filter(({ isOpen }) => isOpen);
  const entries = new Map<string, Revision | undefined>();
  const removed = new Set<Revision>();
  for (const { id, stime, isOpen } of changed) {
    yield;
    const known = before.byId.get(id);
    if (!known || (!isOpen && known.stime !== stime)) continue;
    removed.add(known);
    entries.set(id, undefined);
  }
  if (added.length === 0 && removed.size === 0) {
    return { after: { ...before, changeSeq }, added, removed };
  }
  for (const revision of added) {
    entries.set(revision.id, revision);
    yield;
  }
  const sorted = yield* withChanges(before.sorted, added, removed);
  return { after: { changeSeq, byId: yield* before.byId.with(entries), sorted }, added, removed };
}

/** A sorted list without some of its elements and with others, sorted. */
export function* withChanges(
  before: readonly Revision[],
  added: readonly Revision[],
  removed: ReadonlySet<Revision>,
): Steps<Revision[]> {
  const after: Revision[] = [];
  let next = 0;
  for (const kept of before) {
    if (removed.has(kept)) continue;
    for (let one = added[next]; one && compareRevisions(one, kept) < 0; one = added[++next]) after.push(one);
    after.push(kept);
    if (after.length % RUN === 0) yield;
  }
  for (; next < added.length; next++) after.push(added[next]!);
  return after;
}
