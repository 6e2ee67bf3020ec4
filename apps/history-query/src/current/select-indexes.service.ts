import { Injectable } from '@nestjs/common';
import type { Select } from '../address/parse-address';
import { HistoryConfig } from '../config/history-config';
import { compareRevisions, type Revision } from '../revisions/revision';
import { inSlices, runToEnd, type Steps } from '../time-slices/time-slices';
import type { CollectionSnapshot, SnapshotChange } from './collection-snapshot';
import { SelectIndex, type ChangedKeys, type Matches } from './select-index';

const MEGABYTE = 1024 * 1024;

/** Marks an index that exceeds the memory limit: it is not built again before the documents change. */
const TOO_LARGE = 'too large';

/** Documents of one argument up to which lists are combined at once, well within a time slice. */
const FEW = 1000;

type Indexes = Map<string, { index: SelectIndex; usedAt: number } | typeof TOO_LARGE>;

const pathKey = (path: readonly string[]): string => path.join('\0');

/**
 * Indexes on selected fields, built by one scan when a field is first selected. Number and memory are limited, so that clients
 * cannot exhaust memory; the least recently used index is evicted.
 */
@Injectable()
export class SelectIndexesService {
  private readonly ofSnapshot = new WeakMap<CollectionSnapshot, Indexes>();
  private readonly making = new WeakMap<Indexes, Map<string, Promise<SelectIndex | undefined>>>();
  private readonly shown = new Set<Indexes>();
  private clock = 0;

  constructor(private readonly config: HistoryConfig) {}

  /**
   * Returns the documents that match every argument, in the order of lists; undefined when that needs a scan. One request with more
   * arguments than there may be indexes would build each and evict it again: one scan is cheaper.
   */
  async find(
    snapshot: CollectionSnapshot,
    selects: readonly Pick<Select, 'path' | 'values'>[],
  ): Promise<readonly Revision[] | undefined> {
    if (selects.length === 0 || selects.length > this.config.SELECT_INDEXES) return undefined;
    const lists: (readonly Revision[])[] = [];
    for (const { path, values } of selects) {
      const index = this.known(snapshot, path) ?? (await this.made(snapshot, path));
      if (!index) return undefined;
      const found = await inSlices(index.find(values));
      if (found.length === 0) return found;
      lists.push(found);
    }
    return lists.length === 1 ? lists[0] : inSlices(inAll(lists));
  }

  /** Like {@link find}, but at once: undefined also when an index is not built yet, or when an argument matches many documents. */
  findFew(
    snapshot: CollectionSnapshot,
    selects: readonly Pick<Select, 'path' | 'values'>[],
  ): Matches | undefined {
    if (selects.length === 0) return undefined;
    const found: Matches[] = [];
    for (const { path, values } of selects) {
      const matches = this.known(snapshot, path)?.findFew(values, FEW);
      if (!matches || matches.revisions.length === 0) return matches;
      found.push(matches);
    }
    if (found.length === 1) return found[0];
    return { revisions: runToEnd(inAll(found.map(({ revisions }) => revisions))) };
  }

  /** Builds the indexes of a snapshot from those of the previous one; to be awaited before the snapshot is shown. */
  async follow(before: CollectionSnapshot, { after, added, removed }: SnapshotChange): Promise<void> {
    const indexes = this.indexesOf(before);
    const next: Indexes = new Map();
    for (const [key, known] of [...indexes]) {
      if (known === TOO_LARGE) continue;
      const { index } = known;
      const news = await inSlices(keysIn(index, added));
      const olds = await inSlices(keysIn(index, removed));
      next.set(key, { ...known, index: await inSlices(index.next(news, olds)) });
    }
    // Indexes built for the previous snapshot in the meantime are not carried over: they are rebuilt on demand.
    this.ofSnapshot.set(after, next);
    this.shown.delete(indexes);
    this.shown.add(next);
    this.limit();
  }

  /** Drops the indexes of a snapshot that has no successor. */
  forget(snapshot: CollectionSnapshot): void {
    const indexes = this.ofSnapshot.get(snapshot);
    if (indexes) this.shown.delete(indexes);
  }

  /** Number of indexes, and their approximate memory. */
  get load(): { count: number; bytes: number } {
    const all = this.all();
    return { count: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  private indexesOf(snapshot: CollectionSnapshot): Indexes {
    const known = this.ofSnapshot.get(snapshot);
    if (known) return known;
    const indexes: Indexes = new Map();
    this.ofSnapshot.set(snapshot, indexes);
    this.shown.add(indexes);
    return indexes;
  }

  private known(snapshot: CollectionSnapshot, path: readonly string[]): SelectIndex | undefined {
    const known = this.ofSnapshot.get(snapshot)?.get(pathKey(path));
    if (known === undefined || known === TOO_LARGE) return undefined;
    known.usedAt = ++this.clock;
    return known.index;
  }

  /** Concurrent requests for the same field wait for the same index. */
  private async made(snapshot: CollectionSnapshot, path: readonly string[]) {
    const indexes = this.indexesOf(snapshot);
    const key = pathKey(path);
    if (indexes.get(key) === TOO_LARGE) return undefined;
    const making = this.making.get(indexes) ?? new Map<string, Promise<SelectIndex | undefined>>();
    this.making.set(indexes, making);
    const made = making.get(key) ?? this.make(snapshot, indexes, path);
    making.set(key, made);
    try {
      return await made;
    } finally {
      making.delete(key);
    }
  }

  private async make({ sorted }: CollectionSnapshot, indexes: Indexes, path: readonly string[]) {
    const index = await inSlices(SelectIndex.over(sorted, path, this.maxBytes));
    indexes.set(pathKey(path), index ? { index, usedAt: ++this.clock } : TOO_LARGE);
    this.limit();
    return index;
  }

  private get maxBytes(): number {
    return this.config.SELECT_INDEX_MEMORY_MB * MEGABYTE;
  }

  private limit(): void {
    const all = this.all().sort((a, b) => b.usedAt - a.usedAt);
    let { bytes } = this.load;
    while (all.length > this.config.SELECT_INDEXES || bytes > this.maxBytes) {
      const oldest = all.pop();
      if (!oldest) return;
      bytes -= oldest.bytes;
      oldest.indexes.delete(oldest.key);
    }
  }

  private all(): { indexes: Indexes; key: string; bytes: number; usedAt: number }[] {
    return [...this.shown].flatMap((indexes) =>
      [...indexes].flatMap(([key, known]) =>
        known === TOO_LARGE ? [] : [{ indexes, key, bytes: known.index.bytes, usedAt: known.usedAt }],
      ),
    );
  }
}

function* keysIn(index: SelectIndex, revisions: Iterable<Revision>): Steps<ChangedKeys> {
  const changed: ChangedKeys[number][] = [];
  for (const revision of revisions) {
    changed.push({ revision, keys: index.keysOf(revision.data) });
    yield;
  }
  return changed;
}

/** Intersects lists of the same order. */
function* inAll(lists: readonly (readonly Revision[])[]): Steps<readonly Revision[]> {
  const [shortest = [], ...others] = [...lists].sort((a, b) => a.length - b.length);
  const found: Revision[] = [];
  for (const revision of shortest) {
    if (others.every((list) => isIn(list, revision))) found.push(revision);
    yield;
  }
  return found;
}

function isIn(list: readonly Revision[], wanted: Revision): boolean {
  let [low, high] = [0, list.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareRevisions(list[middle]!, wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
