import type { ReactNode } from 'react';

/** The head of a column: its title, or one with a kind. `hidden` titles are for screen readers only. */
export type TableHead = string | { title: string; kind: 'number' | 'hidden' };

/** The head of a column with buttons. */
export const ACTIONS: TableHead = { title: 'Actions', kind: 'hidden' };

/** A table that scrolls sideways in a narrow window, also with the keyboard. @param label of the table, for screen readers: another one than that of its panel */
export const Table = ({
  label,
  heads = [],
  className,
  children,
}: {
  label: string;
  heads?: readonly TableHead[];
  className?: string;
  children: ReactNode;
}): ReactNode => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className={className}>
      {heads.length > 0 && (
        <thead>
          <tr>{heads.map(headOf)}</tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  </div>
);

function headOf(head: TableHead, index: number): ReactNode {
  const { title, kind } = typeof head === 'string' ? { title: head, kind: undefined } : head;
  return (
    <th key={index} scope="col" className={kind === 'number' ? 'number' : undefined}>
      {kind === 'hidden' ? <span className="visually-hidden">{title}</span> : title}
    </th>
  );
}
