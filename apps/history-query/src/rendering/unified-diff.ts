import { diffArrays } from 'diff';

/**
 * Added and removed lines up to which the smallest diff is looked for; beyond, a coarse one is good enough. Work grows
 * with its square: this many take some 50 ms. No time limit, for the same texts must have the same diff on a busy machine.
 */
const LARGEST_SEARCH = 1000;

/** The two texts of a diff and what they are called in its header. */
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

/**
 * One block of a unified diff, every line ended by a line break (reference: history, `_diff` output):
 * two header lines; hunks with both counts always present and 1-based starts also for an empty side;
 * in a change the removed lines, then the added ones. Equal texts have no block at all.
 *
 * @param context lines of context; undefined for the whole document
 */
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
  for (const part of parts) {
    const count = part.value.length;
    if (!part.added && !part.removed) {
      open = undefined;
      line += count;
      newLine += count;
      continue;
    }
    if (!open) changes.push((open = { start: line, removed: 0, newStart: newLine, added: 0 }));
    if (part.removed) {
      open.removed += count;
      line += count;
    } else {
      open.added += count;
      newLine += count;
    }
  }
  return changes;
}

interface Part {
  value: readonly string[];
  added: boolean;
  removed: boolean;
}

/** What two texts have in common at both ends; all between is replaced. For texts too different to search. */
function coarseParts(before: readonly string[], after: readonly string[]): Part[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = { added: false, removed: false };
  return [
    { value: before.slice(0, head), ...same },
    { value: before.slice(head, before.length - tail), added: false, removed: true },
    { value: after.slice(head, after.length - tail), added: true, removed: false },
    { value: before.slice(before.length - tail), ...same },
  ];
}

/** Changes whose contexts touch share a hunk. */
function groupChanges(changes: readonly Change[], context: number): Change[][] {
  const groups: Change[][] = [];
  let last: Change | undefined;
  for (const change of changes) {
    const touches = last && last.start + last.removed + context >= change.start - context;
    if (touches) groups.at(-1)?.push(change);
    else groups.push([change]);
    last = change;
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
  let line = start;
  for (const change of group) {
    while (line < change.start) out.push(` ${before[line++]}`);
    for (let i = 0; i < change.removed; i++) out.push(`-${before[line++]}`);
    for (let i = 0; i < change.added; i++) out.push(`+${after[change.newStart + i]}`);
  }
  while (line < end) out.push(` ${before[line++]}`);
  return out.map((text) => `${text}\n`).join('');
}
