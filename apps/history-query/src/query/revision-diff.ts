import { diffArrays } from 'diff';
import { API_PATH } from '../address/api-path';
import type { Address } from '../address/parse-address';
import { FULL_DOCUMENT } from '../address/modifiers';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Json } from '../json/json';
import { jsonPatch } from '../json/json-patch';
import { prettyJson } from '../json/pretty-json';
import type { Revision } from '../revisions/revision';

/** Returns one block for each pair of adjacent revisions of one id (V2-MOD-4), newest first, each from old to new, without metadata. */
export function* revisionDiffs(
  { name, dates }: CollectionDefinition,
  revisions: readonly Revision[],
  context: NonNullable<Address['modifiers']['diff']>,
): Generator<string> {
  const lines = context === FULL_DOCUMENT ? undefined : context;
  // A side is labelled with the address of its revision.
  const sides = revisions.map(({ id, stime, data }) => ({
    name: `/${API_PATH}/${name}/${encodeURIComponent(id)};_pp;_at=${stime}`,
    text: prettyJson(data, dates),
  }));
  for (let newer = 0; newer + 1 < sides.length; newer++)
    yield unifiedDiff(sides[newer + 1]!, sides[newer]!, lines);
}

/** Returns the JSON Patch from the oldest to the newest revision of one id (V2-MOD-19). @param revisions newest first */
export const revisionPatch = (revisions: readonly [Revision, ...Revision[]]): Json[] =>
  jsonPatch(revisions.at(-1)!.data, revisions[0].data);

/** Groups revisions by id, in the order of first appearance. */
export function groupById(revisions: readonly Revision[]): [Revision, ...Revision[]][] {
  const groups = new Map<string, [Revision, ...Revision[]]>();
  for (const revision of revisions) {
    const group = groups.get(revision.id);
    if (group) group.push(revision);
    else groups.set(revision.id, [revision]);
  }
  return [...groups.values()];
}

/**
 * Changed lines up to which the smallest diff is computed, in some 50 ms. Not a time limit: equal texts must have equal diffs on a busy machine.
 */
const LARGEST_SEARCH = 1000;

export interface DiffSide {
  name: string;
  text: string;
}

/** Lines `[start, start + removed)` of the old text become lines `[newStart, newStart + added)` of the new. */
interface Change {
  start: number;
  removed: number;
  newStart: number;
  added: number;
}

/** Returns a block of a unified diff: two header lines, then hunks with both counts and 1-based starts. @param context undefined: all lines */
export function unifiedDiff(older: DiffSide, newer: DiffSide, context: number | undefined): string {
  const before = older.text.split('\n');
  const after = newer.text.split('\n');
  const changes = findChanges(before, after);
  if (changes.length === 0) return '';
  const lines = context ?? Math.max(before.length, after.length);
  const hunks = groupChanges(changes, lines).map((group) => renderHunk(group, before, after, lines));
  return `--- ${older.name}\n+++ ${newer.name}\n${hunks.join('')}`;
}

function findChanges(before: readonly string[], after: readonly string[]): Change[] {
  const parts =
    diffArrays([...before], [...after], { maxEditLength: LARGEST_SEARCH }) ?? coarseParts(before, after);
  const changes: Change[] = [];
  let line = 0;
  let newLine = 0;
  let open: Change | undefined;
  for (const { value, added, removed } of parts) {
    const count = value.length;
    if (!added && !removed) open = undefined;
    else if (!open) changes.push((open = { start: line, removed: 0, newStart: newLine, added: 0 }));
    if (open) open[removed ? 'removed' : 'added'] += count;
    if (!added) line += count;
    if (!removed) newLine += count;
  }
  return changes;
}

interface Part {
  value: readonly string[];
  added: boolean;
  removed: boolean;
}

/** Finds the common start and end of two texts; everything between is replaced. For texts too different to search. */
function coarseParts(before: readonly string[], after: readonly string[]): Part[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    { value: before.slice(0, head), added: false, removed: false },
    { value: before.slice(head, before.length - tail), added: false, removed: true },
    { value: after.slice(head, after.length - tail), added: true, removed: false },
    { value: before.slice(before.length - tail), added: false, removed: false },
  ];
}

/** Changes with adjacent contexts share a hunk. */
function groupChanges(changes: readonly Change[], context: number): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    const touches = last && last.start + last.removed + context >= change.start - context;
    if (touches) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function renderHunk(
  group: readonly Change[],
  before: readonly string[],
  after: readonly string[],
  context: number,
): string {
  const first = group[0]!;
  const last = group[group.length - 1]!;
  const start = Math.max(0, first.start - context);
  const end = Math.min(before.length, last.start + last.removed + context);
  const newStart = first.newStart - (first.start - start);
  const newEnd = last.newStart + last.added + (end - last.start - last.removed);
  const out = [`@@ -${start + 1},${end - start} +${newStart + 1},${newEnd - newStart} @@`];
  const take = (mark: string, lines: readonly string[], from: number, to: number): void => {
    for (let line = from; line < to; line++) out.push(mark + lines[line]);
  };
  let line = start;
  for (const change of group) {
    const changed = change.start + change.removed;
    take(' ', before, line, change.start);
    take('-', before, change.start, changed);
    take('+', after, change.newStart, change.newStart + change.added);
    line = changed;
  }
  take(' ', before, line, end);
  return out.map((text) => `${text}\n`).join('');
}
