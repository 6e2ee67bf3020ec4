import type { ReactNode } from 'react';
import type { CollectionStatus } from '@portolan/client-history';
import { Link } from 'wouter';
import { Empty } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { Table } from '../../design/table';

/** The collections that have documents, as links: what a screen shows before one is chosen. */
export function CollectionChoice({
  title,
  collections,
}: {
  title: string;
  collections: readonly CollectionStatus[];
}): ReactNode {
  const filled = collections.filter(({ served }) => served > 0);
  if (filled.length === 0)
    return (
      <Empty title="No collection has a document yet">
        <p>
          The history service reads what its sources list: cloud accounts, JSON addresses, recorded files, and
          the registries of the other services. The first crawl of each fills its collection.
        </p>
      </Empty>
    );
  return (
    <Panel title={title} flush>
      <Table label="Collections with documents" heads={['Collection', 'Documents', 'Last crawl', 'State']}>
        {filled.map(({ collection, served, lastCrawl, degraded }) => (
          <tr key={collection}>
            <td>
              <Link href={`?collection=${encodeURIComponent(collection)}`}>{collection}</Link>
            </td>
            <td>{served.toLocaleString('en')}</td>
            <td>
              <Ago at={lastCrawl} />
            </td>
            <td>{degraded ? <State of="DEGRADED" /> : 'current'}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
