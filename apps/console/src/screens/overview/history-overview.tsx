import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCollections } from '../../api/use-collections';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { Ago } from '../../design/texts';
import { Table } from '../../design/table';

/** History: collections that are degraded, and how fresh the others are. */
export function HistoryOverview(): ReactNode {
  const result = useCollections({ isShown: true });
  return (
    <Panel title="History" actions={<Link href="/explorer">Explorer</Link>}>
      <Loaded result={result}>
        {(collections) => {
          const degraded = collections.filter((one) => one.degraded);
          return (
            <div className="stack">
              <p>
                {counted(collections.length, 'collection')}, {degraded.length} degraded.
              </p>
              {degraded.length > 0 && (
                <Table label="Degraded collections">
                  {degraded.map((one) => (
                    <tr key={one.collection}>
                      <td>{one.collection}</td>
                      <td className="muted break">{one.error}</td>
                      <td>
                        <Ago at={one.lastCrawl} />
                      </td>
                    </tr>
                  ))}
                </Table>
              )}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
