import {
  memo,
  useEffect,
  useRef,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { navigate } from 'wouter/use-browser-location';
import { isPlainClick } from './address';
import { assignSlots } from './row-slots';
import './virtual-table.css';

/** A column of a {@link VirtualTable}. */
export interface Column<Row> {
  head: string;
  /** Width as a track of a CSS grid: `120px`, `minmax(160px, 2fr)`. */
  width: string;
  /** Ids and expressions: in letters of one width. */
  isMono?: boolean;
  cell: (row: Row) => ReactNode;
}

const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 36;
/** Of the panel around the rows, both edges. */
const BORDER = 2;
/** Rows that are drawn beyond the visible ones, so that fast scrolling shows content. */
const BEYOND = 8;
/** The number of the first row for screen readers: the head is row 1. */
const FIRST_ROW = 2;

/**
 * A table of any number of rows, of which only the visible ones exist in the page. `rowAt` returns undefined for a row that is
 * still loading; `onRange` reports which rows are visible.
 */
export function VirtualTable<Row>({
  label,
  columns,
  count,
  rowAt,
  keyOf,
  onRange,
}: {
  label: string;
  columns: readonly Column<Row>[];
  count: number;
  rowAt: (index: number) => Row | undefined;
  keyOf: (row: Row) => string;
  onRange: (first: number, last: number) => void;
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: BEYOND,
  });
  const visible = rows.getVirtualItems();
  const [first, last] = [visible.at(0)?.index ?? 0, visible.at(-1)?.index ?? 0];
  useEffect(() => onRange(first, last), [first, last, onRange]);
  const height = rows.getTotalSize();
  const found = visible.map(({ index, start }) => ({ index, start, row: rowAt(index) }));
  const keys = found.map(({ row, index }) => (row === undefined ? `#${index}` : keyOf(row)));
  const slots = useSlots(keys);
  const focus = useFocusedRow(scroller, keys, first);
  const drawn = found.map((row, index) => ({ ...row, slot: slots[index] ?? index }));
  // Elements that change places are new to the browser: they do so at rest, for the keyboard and for screen readers.
  if (rows.isScrolling) drawn.sort((one, other) => one.slot - other.slot);
  return (
    <div
      className="panel virtual"
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      tabIndex={0}
      data-scrolling={rows.isScrolling || undefined}
      {...focus}
      // A short table leaves the rest of the screen empty instead of a box without rows.
      style={{
        maxHeight: HEAD_HEIGHT + height + BORDER,
        gridTemplateColumns: columns.map(({ width }) => width).join(' '),
      }}
    >
      <div className="virtual-row virtual-head" role="row" aria-rowindex={1}>
        {columns.map(({ head }) => (
          <span role="columnheader" key={head}>
            {head}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="virtual-rows" style={{ height }}>
        {drawn.map(({ slot, ...row }) => (
          <DrawnRow key={slot} columns={columns} {...row} />
        ))}
      </div>
    </div>
  );
}

/** Returns the element in which each row is drawn, see {@link assignSlots}. */
function useSlots(keys: readonly string[]): number[] {
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const slots = assignSlots(before.current, keys);
  useEffect(() => {
    before.current = new Map(keys.map((key, index) => [key, slots[index] ?? index]));
  });
  return slots;
}

/**
 * Moves the focus to the table when the row that has it is no longer drawn: its element is reused for a row that the user has
 * not chosen.
 * @param keys those of the drawn rows, from the row `first` on
 * @returns the listeners of the table
 */
function useFocusedRow(
  table: RefObject<HTMLElement | null>,
  keys: readonly string[],
  first: number,
): { onFocus: (event: FocusEvent<HTMLElement>) => void; onBlur: () => void } {
  const focused = useRef<string>(undefined);
  useEffect(() => {
    if (focused.current === undefined || keys.includes(focused.current)) return;
    focused.current = undefined;
    table.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }) => {
      const row = target.closest('.virtual-rows > [aria-rowindex]');
      const index = Number(row?.getAttribute('aria-rowindex')) - FIRST_ROW;
      focused.current = row ? keys[index - first] : undefined;
    },
    onBlur: () => (focused.current = undefined),
  };
}

interface DrawnRowProps<Row> {
  index: number;
  /** Distance from the first row, px. */
  start: number;
  columns: readonly Column<Row>[];
  row: Row | undefined;
}

/** A row is drawn again when it changes or moves, not while the table is scrolled. */
const DrawnRow = memo(function DrawnRow<Row>({ index, start, columns, row }: DrawnRowProps<Row>): ReactNode {
  return (
    <div
      className="virtual-row"
      role="row"
      aria-rowindex={index + FIRST_ROW}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map(({ head, cell, isMono }) => (
        <span role="cell" key={head} className={isMono ? 'mono' : undefined}>
          {row === undefined ? <span className="skeleton" /> : cell(row)}
        </span>
      ))}
    </div>
  );
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode;

/** Opens the address of a link in this tab, as the links of the router do. */
function open(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  navigate(event.currentTarget.pathname + event.currentTarget.search);
}

/** A link in a row. The router's own link has the state of the address in each: too much for rows that are scrolled by. */
export const RowLink = ({ href, children }: { href: string; children: string }): ReactNode => (
  <a className="row-link" href={href} title={children} onClick={open}>
    {children}
  </a>
);
