/** Separates the columns of a table. */
export const GAP = '  ';
/** Ends the header of a table that lacks columns. */
export const MORE_COLUMNS = '…';
/** A column is not cut below this. */
const MINIMUM_WIDTH = 8;
/** Ids up to this width, such as a UUID with the index of an element, are worth more than another column. */
const WHOLE_ID_WIDTH = 40;

/**
 * The kind of a column's values. `time`: shown relative to now, in full with `-o wide`; `status`: coloured; `id`: copied by people; `exact`:
 * useless when cut.
 */
export type ColumnKind = 'text' | 'exact' | 'time' | 'status' | 'id';

/** A column and the width of its longest cell. */
interface ColumnSize {
  kind: ColumnKind | undefined;
  natural: number;
}

/**
 * Returns the widths of columns in a terminal, in this order of loss: texts are cut to 8 characters, columns are left out
 * from the right, except for ids, the first state and the first column, and the rest is cut, ids last but one and states last.
 * @param width of the terminal; undefined: nothing is cut
 * @returns for each column its width; undefined for one that is left out
 */
export function columnWidths(
  sizes: readonly ColumnSize[],
  width: number | undefined,
): (number | undefined)[] {
  const natural = sizes.map((size) => size.natural);
  if (width === undefined || excess(natural, width) <= 0) return natural;
  const widths: (number | undefined)[] = [...natural];
  const needed: (number | undefined)[] = sizes.map(neededWidth);
  const firstState = sizes.findIndex(({ kind }) => kind === 'status');
  for (const [index, { kind }] of [...sizes.entries()].reverse()) {
    if (excess(needed, width) <= 0) break;
    if (index > 0 && index !== firstState && kind !== 'id') needed[index] = widths[index] = undefined;
  }
  for (const kinds of CUT_ORDER) cutWidest(widths, width, (index) => kinds.has(sizes[index]?.kind ?? 'text'));
  return widths;
}

const CUT_ORDER = [new Set(['text']), new Set(['id']), new Set(['exact', 'time', 'status'])];

function neededWidth({ kind = 'text', natural }: ColumnSize): number {
  if (kind === 'text') return Math.min(natural, MINIMUM_WIDTH);
  return kind === 'id' ? Math.min(natural, WHOLE_ID_WIDTH) : natural;
}

/** Returns by how much a table is wider than the terminal. */
function excess(widths: readonly (number | undefined)[], width: number): number {
  const shown = widths.filter((one) => one !== undefined);
  const mark = shown.length < widths.length ? GAP.length + MORE_COLUMNS.length : 0;
  return shown.reduce((sum, one) => sum + one, 0) + GAP.length * (shown.length - 1) + mark - width;
}

/** Takes width from the widest of some columns, the rightmost of equal ones, until the table fits. */
function cutWidest(widths: (number | undefined)[], width: number, isCut: (index: number) => boolean): void {
  for (let left = excess(widths, width); left > 0; left -= 1) {
    const widest = Math.max(0, ...widths.filter((_one, index) => isCut(index)).map((one) => one ?? 0));
    if (widest <= MINIMUM_WIDTH) return;
    widths[widths.findLastIndex((one, index) => one === widest && isCut(index))] = widest - 1;
  }
}
