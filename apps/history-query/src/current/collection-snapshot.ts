import type { Steps } from '../cooperative';
import { compareRevisions, type Revision } from '../revisions/revision';

/** The current documents of a collection as of one change sequence number. Never changed, only replaced. */
export interface CollectionSnapshot {
  /** All changes up to this one are in. */
  changeSeq: number;
  byId: ReadonlyMap<string, Revision>;
  /** Newest first, ids in ascending order among equals. */
  sorted: readonly Revision[];
}

export const EMPTY_SNAPSHOT: CollectionSnapshot = { changeSeq: 0, byId: new Map(), sorted: [] };

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
): Steps<CollectionSnapshot> {
  if (changed.length === 0) return { ...before, changeSeq };
  const opened = changed.filter(({ isOpen }) => isOpen);
  const replaced = new Set(opened.map(({ id }) => id));
  const ended = new Set(changed.filter(({ isOpen }) => !isOpen).map(keyOf));
  const byId = new Map<string, Revision>();
  const sorted: Revision[] = [];
  const add = (revision: Revision): void => {
    byId.set(revision.id, revision);
    sorted.push(revision);
  };
  let next = 0;
  for (const kept of before.sorted) {
    yield;
    if (replaced.has(kept.id) || ended.has(keyOf(kept))) continue;
    for (let one = opened[next]; one && compareRevisions(one, kept) < 0; one = opened[++next]) add(one);
    add(kept);
  }
  for (const one of opened.slice(next)) {
    add(one);
    yield;
  }
  return { changeSeq, byId, sorted };
}

const keyOf = ({ id, stime }: Revision): string => `${stime}|${id}`;
