import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { historyPath } from '@portolan/client-history';
import { Link, useSearchParams } from 'wouter';
import { useClients } from '../../api/clients';
import { originOf } from '../../api/config';
import { Empty, Failure, Loading, Loaded } from '../../design/feedback';
import { PageHead } from '../../design/layout';
import { report } from '../../design/toasts';
import { VirtualTable, type Column } from '../../design/virtual-table';
import { useSettled } from '../../design/use-settled';
import { CollectionChoice } from './collection-choice';
import { CollectionField } from './collection-field';
import {
  columnsOf,
  explorationOf,
  queryOf,
  valueAt,
  type Exploration,
  type Revision,
} from './explorer-address';
import { useCollections, useIds, useMoments, useVisibleDocuments } from './explorer-queries';
import { TimeSlider } from './time-slider';

/** Documents of a collection at any moment; collection, filters and moment are in the address. */
export default function Explorer(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const collections = useCollections();
  const text = search.toString();
  const exploration = useMemo(() => explorationOf(new URLSearchParams(text)), [text]);
  const set = (name: string, value: string | undefined): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: name === 'where' },
    );
  const moments = useMoments(exploration);
  return (
    <>
      <PageHead title="Explorer" />
      <Loaded result={collections}>
        {(all) => (
          <search className="toolbar">
            <CollectionField
              collections={all}
              value={exploration.collection}
              onChange={(name) => set('collection', name)}
            />
            <input
              className="grow mono"
              data-search
              aria-label="Filters"
              placeholder="Filters: state.name=running,stopped; tags.owner=orders"
              spellCheck={false}
              value={exploration.where}
              onChange={(event) => set('where', event.target.value)}
            />
          </search>
        )}
      </Loaded>
      {exploration.collection === '' ? (
        collections.data && (
          <CollectionChoice
            title="Collections: each keeps every revision of its resources"
            collections={collections.data}
          />
        )
      ) : (
        <>
          <TimeSlider moments={moments} at={exploration.at} onChange={(at) => set('at', at?.toString())} />
          <Documents exploration={exploration} />
        </>
      )}
    </>
  );
}

function Documents({ exploration }: { exploration: Exploration }): ReactNode {
  const { collection, at } = exploration;
  // Each key of a filter that is being typed would be a query.
  const where = useSettled(exploration.where);
  const settled = useMemo(() => ({ collection, at, where }), [collection, at, where]);
  const { data: ids, error } = useIds(settled);
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const show = useCallback((first: number, last: number) => setRange([first, last]), []);
  const documents = useVisibleDocuments(settled, ids ?? [], range);
  const fields = columnsOf(documents.values().next().value?.data);
  const columns = columnsFor(settled, fields);
  if (error) return <Failure error={error} />;
  if (!ids) return <Loading lines={8} />;
  return (
    <>
      <div className="toolbar">
        <span className="muted">{ids.length.toLocaleString('en')} found</span>
        <Address exploration={settled} />
      </div>
      {ids.length === 0 ? (
        <Empty title="Nothing was found at this moment" />
      ) : (
        <VirtualTable
          label={collection}
          columns={columns}
          count={ids.length}
          rowAt={(index) => rowOf(ids[index], documents)}
          keyOf={({ id }) => id}
          onRange={show}
        />
      )}
    </>
  );
}

interface Row {
  id: string;
  revision: Revision | undefined;
}

const rowOf = (id: string | undefined, documents: ReadonlyMap<string, Revision>): Row | undefined =>
  id === undefined ? undefined : { id, revision: documents.get(id) };

const shown = (value: unknown): string =>
  value == null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

const columnsFor = ({ collection, at }: Exploration, fields: readonly string[]): Column<Row>[] => [
  {
    head: 'Id',
    width: 'minmax(200px, 2fr)',
    cell: ({ id }) => (
      <Link
        className="row-link mono"
        href={`/explorer/${collection}/${encodeURIComponent(id)}${at === undefined ? '' : `?at=${at}`}`}
      >
        {id}
      </Link>
    ),
  },
  ...fields.map((field) => ({
    head: field,
    width: 'minmax(120px, 1fr)',
    cell: ({ revision }: Row) => (revision ? shown(valueAt(revision.data, field)) : ''),
  })),
];

/** The address that scripts use for the same answer. */
function Address({ exploration }: { exploration: Exploration }): ReactNode {
  const { config } = useClients();
  const address = `${originOf(config, 'history')}/api/v2/${historyPath(queryOf(exploration))}`;
  return (
    <>
      <code className="grow break">{address}</code>
      <button
        className="button"
        type="button"
        onClick={() =>
          void navigator.clipboard.writeText(address).then(() => report('The address was copied.'))
        }
      >
        Copy
      </button>
    </>
  );
}
