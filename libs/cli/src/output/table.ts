import { cut, oneLine, widthOf } from './text.ts';
import { fullTime, relativeTime } from './times.ts';
import type { Style } from './style.ts';

/** The value of a cell; null and undefined are shown as `-`. */
export type CellValue = string | number | boolean | readonly string[] | null | undefined;

export interface Column<T> {
  title: string;
  value: (row: T) => CellValue;
  /** `time`: relative, in full with `-o wide`; `status`: coloured; `id`: cut last, because it is copied. @default text */
  kind?: 'text' | 'time' | 'status' | 'id';
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

const GAP = '  ';
/** A column is not cut below this. */
const MINIMUM_WIDTH = 8;
const NOTHING = '-';

/** Returns the text of a cell, in one line. */
function cellText(value: CellValue, kind: Column<never>['kind'], view: TableView): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (kind === 'time' && (typeof value === 'string' || typeof value === 'number'))
    return view.isWide ? fullTime(value) : relativeTime(value, view.now);
  if (typeof value === 'object') return value.length === 0 ? NOTHING : oneLine(value.join(','));
  return oneLine(String(value));
}

/** Lines of a table: a header and a line for each row; cut to the terminal unless it is wide. */
export function tableLines<T>(rows: readonly T[], all: readonly Column<T>[], view: TableView): string[] {
  const columns = all.filter(({ wide }) => view.isWide || !wide);
  const texts = rows.map((row) => columns.map(({ value, kind }) => cellText(value(row), kind, view)));
  const natural = columns.map(({ title }, index) =>
    Math.max(title.length, ...texts.map((row) => widthOf(row[index] ?? ''))),
  );
  const isId = columns.map(({ kind }) => kind === 'id');
  const widths = fitted(natural, isId, view.isWide ? undefined : view.width);
  const line = (cells: readonly string[], paint: (text: string, index: number) => string): string =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const text = cut(cell, width);
        const isLast = index === cells.length - 1;
        return paint(text, index) + (isLast ? '' : ' '.repeat(Math.max(0, width - widthOf(text))));
      })
      .join(GAP)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      (text) => view.style.faint(text),
    ),
    ...texts.map((row) =>
      line(row, (text, index) => (columns[index]?.kind === 'status' ? view.style.status(text) : text)),
    ),
  ];
}

/** Takes width from the widest columns until the table fits; from ids only when the others have the least. */
function fitted(natural: readonly number[], isId: readonly boolean[], width: number | undefined): number[] {
  const widths = [...natural];
  if (width === undefined) return widths;
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1) - width;
  for (const ofIds of [false, true]) {
    while (excess > 0) {
      const widest = Math.max(0, ...widths.filter((_one, index) => isId[index] === ofIds));
      if (widest <= MINIMUM_WIDTH) break;
      const index = widths.findLastIndex((one, place) => one === widest && isId[place] === ofIds);
      widths[index] = widest - 1;
      excess -= 1;
    }
  }
  return widths;
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
function recordText(value: CellValue, kind: Column<never>['kind'], view: TableView): string {
  const text = cellText(value, kind, { ...view, isWide: true });
  if (kind !== 'time' || text === NOTHING) return text;
  return `${text} (${relativeTime(value as string | number, view.now)})`;
}
