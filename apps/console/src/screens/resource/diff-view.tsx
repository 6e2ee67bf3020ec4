import { useMemo, type ReactNode } from 'react';
import { useAddress } from '../../design/address';
import { Button } from '../../design/button';
import { Panel } from '../../design/layout';
import { absoluteTime } from '../../design/time';
import { Table } from '../../design/table';
import type { Revision } from '../explorer/explorer-address';
import { compareLines, withContext } from './line-diff';

/** Lines around a change that are shown. */
const CONTEXT = 3;

const textOf = ({ data }: Revision): string => JSON.stringify(data, null, 2);

/** Two revisions side by side, the earlier one on the left; with `?whole` also what is equal. */
export function DiffView({ before, now }: { before: Revision; now: Revision }): ReactNode {
  const [search, set] = useAddress();
  const isWhole = search.has('whole');
  const [left, right] = before.stime <= now.stime ? [before, now] : [now, before];
  const rows = useMemo(() => compareLines(textOf(left), textOf(right)), [left, right]);
  const shown = useMemo(() => withContext(rows, isWhole ? rows.length : CONTEXT), [rows, isWhole]);
  return (
    <Panel
      title="Difference"
      flush
      actions={
        <Button
          kind="small"
          isOn={isWhole}
          onClick={() => set({ whole: isWhole ? undefined : 'on' }, { replace: true })}
        >
          Whole documents
        </Button>
      }
    >
      <Table
        label="Lines that differ"
        className="diff"
        heads={[absoluteTime(left.stime), absoluteTime(right.stime)]}
      >
        {shown.map((row, index) =>
          row === null ? (
            <tr key={index}>
              <td colSpan={2} className="muted">
                …
              </td>
            </tr>
          ) : (
            <tr key={index}>
              <td className={row.kind === 'changed' && row.before !== null ? 'tone-failed' : ''}>
                {row.before}
              </td>
              <td className={row.kind === 'changed' && row.now !== null ? 'tone-succeeded' : ''}>
                {row.now}
              </td>
            </tr>
          ),
        )}
      </Table>
    </Panel>
  );
}
