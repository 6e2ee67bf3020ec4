import { cut, oneLine, widthOf } from './text.ts';
import { fullTime, relativeTime } from './times.ts';
import type { Style } from './style.ts';

/** The value of a cell; null and undefined are shown as `-`. */
export type CellValue = string | number | boolean | readonly string[] | null | undefined;

export interface Column<T> {
  title: string;
  value: (row: T) => CellValue;
  /** @default text */
  kind?: ColumnKind;
  /** Shown with `-o wide` only. */
  wide?: boolean;
}

/** How a table is shown. */
export interface TableView {
  isWide: boolean;
  /** Width of the terminal; undefined: nothing is cut. */
  width: number | undefined;
  now: number;
  style: Style;
}

const NOTHING = '-';

/** Returns the text of a cell, in one line. */
function cellText(value: CellValue, kind: ColumnKind | undefined, view: TableView): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (kind === 'time' && (typeof value === 'string' || typeof value === 'number'))
    return view.isWide ? fullTime(value) : relativeTime(value, view.now);
  if (typeof value === 'object') return value.length === 0 ? NOTHING : oneLine(value.join(','));
  return oneLine(String(value));
}

/** Lines of a table: a header and a line for each row; fitted to the terminal unless it is wide. */
export function tableLines<T>(rows: readonly T[], all: readonly Column<T>[], view: TableView): string[] {
  const columns = all.filter(({ wide }) => view.isWide || !wide);
  const texts = rows.map((row) => columns.map(({ value, kind }) => cellText(value(row), kind, view)));
  const sizes = columns.map(({ title, kind }, index) => ({
    kind,
    natural: Math.max(title.length, ...texts.map((row) => widthOf(row[index] ?? ''))),
  }));
  const widths = columnWidths(sizes, view.isWide ? undefined : view.width);
  const line = (cells: readonly string[], paint: (text: string, index: number) => string): string =>
    cells
      .flatMap((cell, index) => {
        const width = widths[index];
        if (width === undefined) return [];
        const text = cut(cell, width);
        return paint(text, index) + ' '.repeat(Math.max(0, width - widthOf(text)));
      })
      .join(GAP)
      .trimEnd();
  const header = line(
    columns.map(({ title }) => title),
    (text) => view.style.faint(text),
  );
  return [
    widths.includes(undefined) ? header + GAP + view.style.faint(MORE_COLUMNS) : header,
    ...texts.map((row) =>
      line(row, (text, index) => (columns[index]?.kind === 'status' ? view.style.status(text) : text)),
    ),
  ];
}

/** Lines of one record: a title and its value each. */
export function recordLines<T>(record: T, columns: readonly Column<T>[], view: TableView): string[] {
  const shown = columns
    .map(({ title, value, kind }) => ({ title, kind, text: recordText(value(record), kind, view) }))
    .filter(({ text }) => text !== NOTHING);
  const width = Math.max(0, ...shown.map(({ title }) => title.length));
  return shown.map(({ title, kind, text }) => {
    const painted = kind === 'status' ? view.style.status(text) : text;
    return `${view.style.faint(title)}${' '.repeat(width - title.length)}${GAP}${painted}`;
  });
}

/** In a record there is room for both forms of a time. */
function recordText(value: CellValue, kind: ColumnKind | undefined, view: TableView): string {
  const text = cellText(value, kind, { ...view, isWide: true });
  if (kind !== 'time' || text === NOTHING) return text;
  return `${text} (${relativeTime(value as string | number, view.now)})`;
}

/** Separates the columns of a table. */
const GAP = '  ';
/** Ends the header of a table that lacks columns. */
const MORE_COLUMNS = '…';
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
function columnWidths(sizes: readonly ColumnSize[], width: number | undefined): (number | undefined)[] {
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
