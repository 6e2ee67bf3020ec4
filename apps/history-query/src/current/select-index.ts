import { CODING_THRESHOLD } from '../answers/answer';
import type { Json } from '../json/json';
import { Revision, compareRevisions } from '../revisions/revision';
import { sortSteps } from '../time-slices/sort-in-steps';
import { runToEnd, type Steps } from '../time-slices/time-slices';
import { LayeredMap, withChanges } from './collection-snapshot';
import { keysAt, keysOf } from './select-keys';

/** Documents that match, in the order of lists. */
export interface Matches {
  readonly revisions: readonly Revision[];
  /** The ids of a short list as a JSON array: read one by one, each is in another place of the memory. */
  readonly ids?: string | undefined;
}

/** Documents of one key; most indexed fields have many values with one document each. */
type Posting = Revision | Matches;

/** Returns the approximate memory of a key with its entry, and of a document in it, bytes. */
const bytesOf = (key: string): number => 120 + key.length;
const BYTES_PER_DOCUMENT = 8;

/** Limits of a list whose ids are kept as text: documents, and characters. Longer responses are not sent from the route's handler. */
const MOST_IDS = 128;
const LONGEST_IDS = CODING_THRESHOLD;

/** Documents whose keys change, with the keys. */
export type ChangedKeys = readonly { revision: Revision; keys: ReadonlySet<string> }[];

export class SelectIndex {
  private constructor(
    readonly path: readonly string[],
    private readonly postings: LayeredMap<string, Posting>,
    readonly bytes: number,
  ) {}

  /** @param sorted all documents, in the order of lists @param maxBytes memory limit @returns undefined beyond it */
  static *over(
    sorted: readonly Revision[],
    path: readonly string[],
    maxBytes: number,
  ): Steps<SelectIndex | undefined> {
    const found = new Map<string, Revision | Revision[]>();
    let bytes = 0;
    for (const revision of sorted) {
      for (const key of keysAt(revision.data, path)) {
        const there = found.get(key);
        bytes += BYTES_PER_DOCUMENT + (there === undefined ? bytesOf(key) : 0);
        if (Array.isArray(there)) there.push(revision);
        else found.set(key, there === undefined ? revision : [there, revision]);
      }
      if (bytes > maxBytes) return undefined;
      yield;
    }
    const postings = new Map<string, Posting>();
    for (const [key, revisions] of found) {
      const posting = Array.isArray(revisions) ? matchesOf(revisions) : revisions;
      bytes += textBytes(posting);
      postings.set(key, posting);
      yield;
    }
    if (bytes > maxBytes) return undefined;
    return new SelectIndex(path, yield* LayeredMap.empty<string, Posting>().with(postings), bytes);
  }

  /** Returns the index after some documents were replaced. @param added in the order of lists */
  *next(added: ChangedKeys, removed: ChangedKeys): Steps<SelectIndex> {
    const touched = new Map<string, { added: Revision[]; removed: Revision[] }>();
    for (const [kind, changed] of [
      ['removed', removed],
      ['added', added],
    ] as const) {
      for (const { revision, keys } of changed) {
        for (const key of keys) {
          const change = touched.get(key) ?? { added: [], removed: [] };
          change[kind].push(revision);
          touched.set(key, change);
        }
        yield;
      }
    }
    const changes = new Map<string, Posting | undefined>();
    let { bytes } = this;
    for (const [key, change] of touched) {
      const known = this.postings.get(key);
      const before = known === undefined ? [] : listed(known).revisions;
      const after = yield* withChanges(before, change.added, new Set(change.removed));
      const posting = after.length > 1 ? matchesOf(after) : after[0];
      bytes += (after.length - before.length) * BYTES_PER_DOCUMENT + textBytes(posting) - textBytes(known);
      if (before.length === 0) bytes += bytesOf(key);
      if (after.length === 0) bytes -= bytesOf(key);
      changes.set(key, posting);
      yield;
    }
    return new SelectIndex(this.path, yield* this.postings.with(changes), bytes);
  }

  /** Yields the documents that match an argument, in the order of lists. */
  find(values: readonly string[] | undefined): Steps<readonly Revision[]> {
    return merged(this.lists(values).map(({ revisions }) => revisions));
  }

  /** Like {@link find}, without pauses; undefined when more than `most` documents match. */
  findFew(values: readonly string[] | undefined, most: number): Matches | undefined {
    const found = this.lists(values);
    const lists = found.map(({ revisions }) => revisions);
    if (lists.reduce((count, { length }) => count + length, 0) > most) return undefined;
    return found.length === 1 ? found[0] : { revisions: runToEnd(merged(lists)) };
  }

  keysOf(document: Json): Set<string> {
    return keysAt(document, this.path);
  }

  private lists(values: readonly string[] | undefined): Matches[] {
    const lists: Matches[] = [];
    for (const key of keysOf(values)) {
      const posting = this.postings.get(key);
      if (posting !== undefined) lists.push(listed(posting));
    }
    return lists;
  }
}

/** Unites lists of the same order. */
function* merged(lists: readonly (readonly Revision[])[]): Steps<readonly Revision[]> {
  if (lists.length <= 1) return lists[0] ?? [];
  const all = new Set<Revision>();
  for (const list of lists) {
    for (const revision of list) {
      all.add(revision);
      if (all.size % 512 === 0) yield;
    }
  }
  return yield* sortSteps([...all], compareRevisions);
}

function matchesOf(revisions: readonly Revision[]): Matches {
  const ids = revisions.length > MOST_IDS ? undefined : JSON.stringify(revisions.map(({ id }) => id));
  return { revisions, ids: ids !== undefined && ids.length < LONGEST_IDS ? ids : undefined };
}

const listed = (posting: Posting): Matches =>
  posting instanceof Revision ? { revisions: [posting] } : posting;

/** Returns the approximate memory of the ids of a posting, bytes. */
const textBytes = (posting: Posting | undefined): number =>
  posting === undefined || posting instanceof Revision ? 0 : (posting.ids?.length ?? 0);
