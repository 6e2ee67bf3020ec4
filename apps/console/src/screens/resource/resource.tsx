import type { ReactNode } from 'react';
import { findDocuments } from '@portolan/client-history';
import { Link, useParams } from 'wouter';
import { useHistoryQuery } from '../../api/queries';
import { useDocumentChanges } from '../../api/use-document-changes';
import { useAddress } from '../../design/address';
import { Empty, Loaded } from '../../design/feedback';
import { PageHead, Panel } from '../../design/layout';
import { Ago, JsonPanel, State } from '../../design/texts';
import { counted } from '../../design/quantities';
import { absoluteTime } from '../../design/time';
import { useNow } from '../../design/clock';
import { Table } from '../../design/table';
import type { Revision } from '../explorer/explorer-address';
import { DiffView } from './diff-view';
import { Events } from './events';
import { useWhoChanged, type WhoChanged } from './use-who-changed';
import './resource.css';

/** Every revision of a resource, and the difference between any two. */
export default function Resource(): ReactNode {
  const { area = '', collection = '', id: encoded = '' } = useParams();
  const id = decodeURIComponent(encoded);
  const queryKey = ['history', 'revisions', area, collection, id];
  useDocumentChanges({ query: { area, collection, id } }, queryKey);
  const result = useHistoryQuery(queryKey, ({ client }) =>
    findDocuments<Revision>(client, { area, collection, id, modifiers: { all: true, meta: true } }),
  );
  const authored = useWhoChanged({ area, collection, id }, queryKey);
  return (
    <>
      <PageHead
        title={id}
        beside={
          <Link
            href={`/explorer?collection=${encodeURIComponent(`${area}/${collection}`)}`}
          >{`${area}/${collection}`}</Link>
        }
      />
      <Loaded result={result}>{(revisions) => <Revisions revisions={revisions} who={authored} />}</Loaded>
    </>
  );
}

/** The revision in force at a moment, else the first one. The newest comes first in `revisions`. */
const indexAt = (revisions: readonly Revision[], at: number): number => {
  const index = revisions.findIndex(({ stime }) => stime <= at);
  return index < 0 ? revisions.length - 1 : index;
};

function Revisions({ revisions, who }: { revisions: readonly Revision[]; who: WhoChanged }): ReactNode {
  const [search, set] = useAddress();
  const chosen = indexAt(revisions, Number(search.get('at') ?? Number.MAX_SAFE_INTEGER));
  const other = search.has('with')
    ? indexAt(revisions, Number(search.get('with')))
    : Math.min(chosen + 1, revisions.length - 1);
  const choose = (index: number): void => set({ at: String(revisions[index]?.stime), with: undefined });
  const [now, before] = [revisions[chosen], revisions[other]];
  if (!now)
    return (
      <Empty title="No revision of this resource is known">
        <p>Its collection has never listed it, or its revisions have been deleted since.</p>
      </Empty>
    );
  return (
    <div className="stack">
      <Panel title={counted(revisions.length, 'revision')}>
        <Line revisions={revisions} chosen={chosen} onChoose={choose} />
        <Table
          label="Revisions"
          heads={['Show', 'Compare', 'Began', ...(who.hasTrail ? ['Changed by'] : []), 'Ended']}
        >
          {revisions.map(({ stime, ltime }, index) => (
            <tr key={stime} aria-current={index === chosen}>
              <td>
                <input
                  type="radio"
                  name="chosen"
                  aria-label={`Show the revision of ${absoluteTime(stime)}`}
                  checked={index === chosen}
                  onChange={() => choose(index)}
                />
              </td>
              <td>
                <input
                  type="radio"
                  name="other"
                  aria-label={`Compare with the revision of ${absoluteTime(stime)}`}
                  checked={index === other}
                  onChange={() => set({ with: String(stime) })}
                />
              </td>
              <td>
                <span className="mono">{absoluteTime(stime)}</span>{' '}
                <span className="muted">
                  (<Ago at={stime} />)
                </span>
              </td>
              {who.hasTrail && (
                <td>
                  <Events of={who.byBegin.get(stime)?.who} />
                </td>
              )}
              <td className="mono">
                {ltime === null ? <State of="ACTIVE" title="It is current" /> : absoluteTime(ltime)}
                {who.byBegin.get(stime)?.whoEnded !== undefined && (
                  <Events of={who.byBegin.get(stime)?.whoEnded} verb="removed by" />
                )}
              </td>
            </tr>
          ))}
        </Table>
        {who.error && <p role="alert">Who changed it could not be read: {who.error.message}</p>}
        <p className="muted small">
          {who.hasTrail
            ? 'Changed by: the events of the audit trail that name the resource, from the crawl before to the one that found the revision.'
            : 'The listings that history compares name no author, and this area has no audit trail.'}
        </p>
      </Panel>
      {before && other !== chosen && <DiffView before={before} now={now} />}
      <JsonPanel title={`Document of ${absoluteTime(now.stime)}`} label="The document" of={now.data} />
    </div>
  );
}

/** The revisions as segments of one line of time, oldest on the left; the table has the same for keyboards. */
function Line({
  revisions,
  chosen,
  onChoose,
}: {
  revisions: readonly Revision[];
  chosen: number;
  onChoose: (index: number) => void;
}): ReactNode {
  const now = useNow();
  const first = revisions.at(-1)?.stime ?? now;
  const span = Math.max(1, (revisions[0]?.ltime ?? now) - first);
  return (
    <div className="revision-line" aria-hidden="true">
      {revisions.map(({ stime, ltime }, index) => (
        <span
          key={stime}
          className={index === chosen ? 'chosen' : ''}
          title={absoluteTime(stime)}
          style={{
            left: `${((stime - first) / span) * 100}%`,
            width: `${Math.max(0.4, (((ltime ?? now) - stime) / span) * 100)}%`,
          }}
          onClick={() => onChoose(index)}
        />
      ))}
    </div>
  );
}
