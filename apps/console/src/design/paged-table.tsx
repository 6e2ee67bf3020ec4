import type { ComponentProps, ReactNode } from 'react';
import type { VisibleRows } from '../api/pages';
import { useLastError } from '../api/use-last-error';
import { Failure, Loading } from './feedback';
import { VirtualTable } from './virtual-table';

/** A list that is read in pages: its error, its skeleton, `empty` when it has no row, else its rows in a table. */
export const PagedTable = <Row,>({
  list: { total, error: newest, rowAt, show },
  empty,
  ...table
}: {
  list: VisibleRows<Row>;
  empty: ReactNode;
} & Pick<ComponentProps<typeof VirtualTable<Row>>, 'label' | 'columns' | 'keyOf'>): ReactNode => {
  const error = useLastError({ data: total, error: newest });
  return (
    <>
      {error != null && <Failure error={error} />}
      {total === undefined && error == null && <Loading lines={8} />}
      {total === 0 && empty}
      {total !== undefined && total > 0 && (
        <VirtualTable {...table} count={total} rowAt={rowAt} onRange={show} />
      )}
    </>
  );
};

/** The number of rows of a list, once it is known. */
export const Found = ({ total }: { total: number | undefined }): ReactNode =>
  total !== undefined && <span className="muted">{total.toLocaleString('en')} found</span>;
