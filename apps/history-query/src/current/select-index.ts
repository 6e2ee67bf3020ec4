import type { Steps } from '../cooperative';
import type { Json } from '../json';
import { LayeredMap } from '../layered-map';
import { compareRevisions, type Revision } from '../revisions/revision';
import { sortSteps } from '../sort-steps';
import { withChanges } from './collection-snapshot';
import { keysAt, keysOf } from './select-keys';

/** Documents of one key; most fields that are asked for have many values with one document each. */
type Posting = Revision | readonly Revision[];

/** About what a key and its entry take, and a document in it, bytes. */
const BYTES_PER_KEY = 120;
const BYTES_PER_CHARACTER = 1;
const BYTES_PER_DOCUMENT = 8;

/** Documents of which the keys change, with the keys. */
export type ChangedKeys = readonly { revision: Revision; keys: ReadonlySet<string> }[];

/** The current documents of a collection by what they have at one field path. Never changed, only replaced. */
export class SelectIndex {
  private constructor(
    readonly path: readonly string[],
    private readonly postings: LayeredMap<string, Posting>,
    /** About the memory it takes. */
    readonly bytes: number,
  ) {}

  /**
   * @param sorted all documents, in the order of lists
   * @param maxBytes what it may take
   * @returns undefined when it would take more
   */
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
        if (there === undefined) bytes += bytesOf(key);
        bytes += BYTES_PER_DOCUMENT;
        if (there === undefined) found.set(key, revision);
        else if (Array.isArray(there)) there.push(revision);
        else found.set(key, [there, revision]);
      }
      if (bytes > maxBytes) return undefined;
      yield;
    }
    return new SelectIndex(path, yield* LayeredMap.empty<string, Posting>().with(found), bytes);
  }

  /** The index after some documents were replaced. @param added in the order of lists */
  *next(added: ChangedKeys, removed: ChangedKeys): Steps<SelectIndex> {
    const touched = new Map<string, { added: Revision[]; removed: Set<Revision> }>();
    const touch = (key: string): { added: Revision[]; removed: Set<Revision> } => {
      const known = touched.get(key) ?? { added: [], removed: new Set() };
      touched.set(key, known);
      return known;
    };
    for (const { revision, keys } of removed) {
      for (const key of keys) touch(key).removed.add(revision);
      yield;
    }
    for (const { revision, keys } of added) {
      for (const key of keys) touch(key).added.push(revision);
      yield;
    }
    const changes = new Map<string, Posting | undefined>();
    let { bytes } = this;
    for (const [key, change] of touched) {
      const before = listOf(this.postings.get(key));
      const after = yield* withChanges(before, change.added, change.removed);
      bytes += (after.length - before.length) * BYTES_PER_DOCUMENT;
      if (before.length === 0) bytes += bytesOf(key);
      if (after.length === 0) bytes -= bytesOf(key);
      changes.set(key, after.length === 0 ? undefined : after.length === 1 ? after[0] : after);
      yield;
    }
    return new SelectIndex(this.path, yield* this.postings.with(changes), bytes);
  }

  /** The documents that match an argument, in the order of lists. */
  *find(values: readonly string[] | undefined): Steps<readonly Revision[]> {
    const lists: (readonly Revision[])[] = [];
    for (const key of keysOf(values)) {
      const posting = this.postings.get(key);
      if (posting !== undefined) lists.push(listOf(posting));
    }
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

  /** The keys that a document has in it. */
  keysOf(document: Json): Set<string> {
    return keysAt(document, this.path);
  }
}

const listOf = (posting: Posting | undefined): readonly Revision[] =>
  posting === undefined
    ? []
    : Array.isArray(posting)
      ? (posting as readonly Revision[])
      : [posting as Revision];

const bytesOf = (key: string): number => BYTES_PER_KEY + BYTES_PER_CHARACTER * key.length;
