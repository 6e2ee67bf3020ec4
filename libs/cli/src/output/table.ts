import { cut, oneLine, widthOf } from './text.ts';
import { fullTime, relativeTime } from './times.ts';
import { GAP, MORE_COLUMNS, columnWidths, type ColumnKind } from './column-widths.ts';
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
