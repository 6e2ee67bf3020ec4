import { diffLines } from 'diff';

/** A line of a side-by-side comparison; a side without the line has null. */
export interface DiffRow {
  before: string | null;
  now: string | null;
  kind: 'same' | 'changed';
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Compares two texts line by line; replaced lines stand side by side. Pure. */
export function compareLines(before: string, now: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: string[] = [];
  const flush = (added: string[]): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      rows.push({ before: removed[index] ?? null, now: added[index] ?? null, kind: 'changed' });
    removed = [];
  };
  for (const { value, added, removed: isRemoved } of diffLines(`${before}\n`, `${now}\n`)) {
    const lines = linesOf(value);
    if (isRemoved) removed.push(...lines);
    else if (added) flush(lines);
    else {
      flush([]);
      rows.push(...lines.map((line): DiffRow => ({ before: line, now: line, kind: 'same' })));
    }
  }
  flush([]);
  return rows;
}

/** Leaves out equal lines that are further than `context` from a change; null marks a gap. Pure. */
export function withContext(rows: readonly DiffRow[], context: number): (DiffRow | null)[] {
  const isNear = (index: number): boolean =>
    rows.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind === 'changed');
  const shown: (DiffRow | null)[] = [];
  rows.forEach((row, index) => {
    if (isNear(index)) shown.push(row);
    else if (shown.at(-1) !== null) shown.push(null);
  });
  return shown;
}
