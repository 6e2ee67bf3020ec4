import { memo, useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import './virtual-table.css';

/** A column of a {@link VirtualTable}. */
export interface Column<Row> {
  head: string;
  /** Width as a track of a CSS grid: `120px`, `minmax(160px, 2fr)`. */
  width: string;
  cell: (row: Row) => ReactNode;
}

const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 36;
/** Of the panel around the rows, both edges. */
const BORDER = 2;
/** Rows that are drawn beyond the visible ones, so that fast scrolling shows content. */
const BEYOND = 12;

const templateOf = (columns: readonly Column<never>[]): CSSProperties => ({
  gridTemplateColumns: columns.map(({ width }) => width).join(' '),
});

/**
 * A table of any number of rows, of which only the visible ones exist in the page. `rowAt` returns undefined for a row that is
 * still on its way; `onRange` tells which rows are visible.
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
  return (
    <div
      className="panel virtual"
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      tabIndex={0}
      // A short table leaves the rest of the screen empty instead of a box without rows.
      style={{ maxHeight: HEAD_HEIGHT + rows.getTotalSize() + BORDER }}
    >
      <div className="virtual-row virtual-head" role="row" aria-rowindex={1} style={templateOf(columns)}>
        {columns.map(({ head }) => (
          <span role="columnheader" key={head}>
            {head}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="virtual-rows" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <DrawnRow
              key={row === undefined ? index : keyOf(row)}
              index={index}
              start={start}
              columns={columns}
              row={row}
            />
          );
        })}
      </div>
    </div>
  );
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
      aria-rowindex={index + 2}
      style={{ ...templateOf(columns), transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
    >
      {columns.map(({ head, cell }) => (
        <span role="cell" key={head}>
          {row === undefined ? <span className="skeleton" /> : cell(row)}
        </span>
      ))}
    </div>
  );
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode;
