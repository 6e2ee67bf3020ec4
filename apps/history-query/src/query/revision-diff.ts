import { structuredPatch, type StructuredPatchHunk } from 'diff';
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
  const sides = revisions.map(({ id, stime, bytes }) => ({
    name: `/${API_PATH}/${name}/${encodeURIComponent(id)};_pp;_at=${stime}`,
    text: prettyJson(bytes, dates),
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

/** Returns a block of a unified diff: two header lines, then hunks with both counts and 1-based starts. @param context undefined: all lines */
export function unifiedDiff(older: DiffSide, newer: DiffSide, context = Infinity): string {
  if (older.text === newer.text) return '';
  // Both texts end their last line, so that no hunk has to say that it does not.
  const texts = [`${older.text}\n`, `${newer.text}\n`] as const;
  const limits = { context, maxEditLength: LARGEST_SEARCH };
  const patch = structuredPatch('', '', ...texts, undefined, undefined, limits);
  const hunks = (patch?.hunks ?? [coarseHunk(older.text, newer.text, context)]).map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}\n`,
  );
  return `--- ${older.name}\n+++ ${newer.name}\n${hunks.join('')}`;
}

/** Replaces everything between the common start and the common end of two texts that are too different to search. */
function coarseHunk(older: string, newer: string, context: number): StructuredPatchHunk {
  const [before, after] = [older.split('\n'), newer.split('\n')];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const start = Math.max(0, head - context);
  const rest = Math.max(0, tail - context);
  const marked = (mark: string, lines: readonly string[]): string[] => lines.map((line) => mark + line);
  return {
    oldStart: start + 1,
    oldLines: before.length - start - rest,
    newStart: start + 1,
    newLines: after.length - start - rest,
    lines: [
      ...marked(' ', before.slice(start, head)),
      ...marked('-', before.slice(head, before.length - tail)),
      ...marked('+', after.slice(head, after.length - tail)),
      ...marked(' ', before.slice(before.length - tail, before.length - rest)),
    ],
  };
}
