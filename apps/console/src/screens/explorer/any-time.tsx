import type { ReactNode } from 'react';
import { findDocuments } from '@portolan/client-history';
import { Link } from 'wouter';
import { useHistoryQuery } from '../../api/queries';
import { Empty, Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { Table } from '../../design/table';
import { Ago, State } from '../../design/texts';
import { absoluteTime } from '../../design/time';
import { recordsQueryOf, type Exploration, type Revision } from './explorer-address';
import { DOCUMENTS_KEY } from './explorer-queries';

/** Revisions that are shown at most: the newest ones. */
const LIMIT = 200;

/** Every revision that the filters have ever found, newest first: who had an address, and when. */
export function AnyTime({ exploration: { collection, where } }: { exploration: Exploration }): ReactNode {
  const result = useHistoryQuery([...DOCUMENTS_KEY, 'any time', collection, where], async ({ client }) => {
    const query = recordsQueryOf({ collection, where });
    const modifiers = { ...query.modifiers, limit: LIMIT };
    const found = await findDocuments<Revision>(client, {
      ...query,
      modifiers,
      fields: ':(id,stime,ltime)',
    });
    return found.sort((one, other) => other.stime - one.stime);
  });
  return (
    <Panel title="Revisions found at any time" flush>
      <Loaded result={result}>
        {(revisions) =>
          revisions.length === 0 ? (
            <Empty title="Nothing was ever found" />
          ) : (
            <>
              <Table label="Revisions" heads={['Resource', 'From', 'Until']}>
                {revisions.map(({ id, stime, ltime }) => (
                  <tr key={`${id} ${stime}`}>
                    <td>
                      <Link
                        className="mono"
                        href={`/explorer/${collection}/${encodeURIComponent(id)}?at=${stime}`}
                      >
                        {id}
                      </Link>
                    </td>
                    <td className="mono">{absoluteTime(stime)}</td>
                    <td className="mono">
                      {ltime === null ? <State of="ACTIVE" title="It is current" /> : absoluteTime(ltime)}{' '}
                      {ltime !== null && (
                        <span className="muted">
                          (<Ago at={ltime} />)
                        </span>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
              {revisions.length === LIMIT && (
                <p className="panel-body muted">The newest {counted(LIMIT, 'revision')} are shown.</p>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
