import { compareRevisions, type Revision } from '../revisions/revision';
import type { Steps } from '../time-slices/time-slices';

/** Limits of the layer of changes: this many entries, or this share of the base. */
const MIN_LAYER = 1024;
const LAYER_SHARE = 0.25;

/** Entries of a map, and elements of a list, copied between two pauses. */
const MAP_RUN = 256;
const LIST_RUN = 512;

/** An immutable map. The next version shares the large base and copies the small layer of changes; readers keep their version. */
export class LayeredMap<K, V> implements Iterable<[K, V]> {
  private constructor(
    private readonly base: ReadonlyMap<K, V>,
    /** Undefined: removed. */
    private readonly layer: ReadonlyMap<K, V | undefined>,
    readonly size: number,
  ) {}

  static empty<K, V>(): LayeredMap<K, V> {
    return new LayeredMap<K, V>(new Map(), new Map(), 0);
  }

  get(key: K): V | undefined {
    if (this.layer.size === 0) return this.base.get(key);
    return this.layer.get(key) ?? (this.layer.has(key) ? undefined : this.base.get(key));
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  *[Symbol.iterator](): Generator<[K, V]> {
    for (const entry of this.base) if (this.layer.size === 0 || !this.layer.has(entry[0])) yield entry;
    for (const [key, value] of this.layer) if (value !== undefined) yield [key, value];
  }

  *values(): Generator<V> {
    for (const [, value] of this) yield value;
  }

  /** Returns a version with some entries set, or removed where the value is undefined. */
  *with(changes: ReadonlyMap<K, V | undefined>): Steps<LayeredMap<K, V>> {
    let { size } = this;
    const layer = new Map<K, V | undefined>();
    let copied = 0;
    for (const [key, value] of this.layer) {
      layer.set(key, value);
      if (++copied % MAP_RUN === 0) yield;
    }
    for (const [key, value] of changes) {
      size += Number(value !== undefined) - Number(this.has(key));
      layer.set(key, value);
      if (++copied % MAP_RUN === 0) yield;
    }
    const next = new LayeredMap<K, V>(this.base, layer, size);
    return layer.size > Math.max(MIN_LAYER, this.base.size * LAYER_SHARE) ? yield* next.flat() : next;
  }

  private *flat(): Steps<LayeredMap<K, V>> {
    const base = new Map<K, V>();
    for (const [key, value] of this) {
      base.set(key, value);
      if (base.size % MAP_RUN === 0) yield;
    }
    return new LayeredMap<K, V>(base, new Map(), base.size);
  }
}

/** The current documents of a collection as of one change sequence number. Immutable. */
export interface CollectionSnapshot {
  /** All changes up to this one are included. */
  changeSeq: number;
  byId: LayeredMap<string, Revision>;
  /** Newest first, ids in ascending order among equals. */
  sorted: readonly Revision[];
}

export const EMPTY_SNAPSHOT: CollectionSnapshot = { changeSeq: 0, byId: LayeredMap.empty(), sorted: [] };

export interface SnapshotChange {
  after: CollectionSnapshot;
  /** In the order of {@link compareRevisions}. */
  added: readonly Revision[];
  removed: ReadonlySet<Revision>;
}

/** Returns the next snapshot. @param changed since `before`, sorted, in their present state: at most one open revision per id */
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
  if (added.length === 0 && removed.size === 0) return { after: { ...before, changeSeq }, added, removed };
  for (const revision of added) {
    entries.set(revision.id, revision);
    yield;
  }
  const sorted = yield* withChanges(before.sorted, added, removed);
  return { after: { changeSeq, byId: yield* before.byId.with(entries), sorted }, added, removed };
}

/** Returns a sorted list with some elements removed and others inserted. */
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
    if (after.length % LIST_RUN === 0) yield;
  }
  for (; next < added.length; next++) after.push(added[next]!);
  return after;
}
