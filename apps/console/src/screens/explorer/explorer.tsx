import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { historyPath } from '@portolan/client-history';
import { useClients } from '../../api/clients';
import { originOf } from '../../api/config';
import { useVisiblePages } from '../../api/pages';
import { useCollections } from '../../api/use-collections';
import { useDocumentChanges } from '../../api/use-document-changes';
import { useLastError } from '../../api/use-last-error';
import { useAddress } from '../../design/address';
import { Empty, Failure, Loading, Loaded } from '../../design/feedback';
import { AddressField } from '../../design/fields';
import { PageHead } from '../../design/layout';
import { counted } from '../../design/quantities';
import { JsonPanel } from '../../design/texts';
import { AnyTime } from './any-time';
import { report } from '../../design/toasts';
import { RowLink, VirtualTable, type Column } from '../../design/virtual-table';
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
import { BATCH, DOCUMENTS_KEY, useIds, useMoments, useVisibleDocuments } from './explorer-queries';
import { TimeSlider } from './time-slider';
import { Button, Choices } from '../../design/button';

/** The view of the documents: a table of their fields, the documents as JSON, or every revision that the filters ever found. */
const VIEWS = { table: 'Table', JSON: 'JSON', 'any time': 'Any time' } as const;

type View = keyof typeof VIEWS;

const VIEW_NAMES = Object.keys(VIEWS) as View[];

/** The documents that are shown as JSON, wherever the table was scrolled to. */
const FIRST_BATCH = [0, 0] as const;

/** Documents of a collection at any moment; collection, filters, moment and view are in the address. */
export default function Explorer(): ReactNode {
  const [search, set] = useAddress();
  const text = search.toString();
  const exploration = useMemo(() => explorationOf(new URLSearchParams(text)), [text]);
  const collections = useCollections({ isShown: exploration.collection === '' });
  const moments = useMoments(exploration);
  const view = VIEW_NAMES.find((name) => name === search.get('view')) ?? 'table';
  return (
    <>
      <PageHead title="Explorer" />
      <Loaded result={collections}>
        {(all) => (
          <search className="toolbar">
            <CollectionField
              collections={all}
              value={exploration.collection}
              onChange={(name) => set({ collection: name })}
            />
            <AddressField
              className="grow mono"
              data-search
              name="where"
              label="Filters"
              placeholder="Filters: state.name=running,stopped; tags.owner=orders"
              spellCheck={false}
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
          <TimeSlider
            moments={moments}
            at={exploration.at}
            onChange={(at) => set({ at: at?.toString(), view: view === 'any time' ? undefined : view })}
          />
          <Documents key={exploration.collection} exploration={exploration} view={view} />
        </>
      )}
    </>
  );
}

function Documents({ exploration, view }: { exploration: Exploration; view: View }): ReactNode {
  const [, set] = useAddress();
  const { collection, at } = exploration;
  // Each key of a filter that is being typed would be a query.
  const where = useSettled(exploration.where);
  const settled = useMemo(() => ({ collection, at, where }), [collection, at, where]);
  const changed = useRef(false);
  const isLive = useCallback(() => changed.current, []);
  const found = useIds(settled, isLive);
  const { data: list, isPlaceholderData } = found;
  const error = useLastError(found);
  // The past does not change.
  const query = list === undefined || isPlaceholderData || at !== undefined ? undefined : queryOf(settled);
  useDocumentChanges({ query, position: list?.position }, DOCUMENTS_KEY, changed);
  const [batches, show] = useVisiblePages(BATCH);
  const shownBatches = view === 'JSON' ? FIRST_BATCH : batches;
  const documents = useVisibleDocuments(settled, list?.ids ?? [], shownBatches, isLive);
  const fields = JSON.stringify(columnsOf(documents.values().next().value?.data));
  const columns = useMemo(() => columnsFor(settled, JSON.parse(fields) as string[]), [settled, fields]);
  if (error != null && !list) return <Failure error={error} />;
  if (!list) return <Loading lines={8} />;
  const { ids } = list;
  return (
    <>
      {error != null && <Failure error={error} />}
      <div className="toolbar">
        <span className="muted">{ids.length.toLocaleString('en')} found</span>
        <Address exploration={settled} />
        <Choices
          label="View"
          of={VIEW_NAMES}
          names={VIEWS}
          chosen={[view]}
          choose={(name) => set({ view: name === 'table' ? undefined : name })}
        />
      </div>
      {view === 'any time' && <AnyTime exploration={settled} />}
      {view !== 'any time' && ids.length === 0 && (
        <Empty title="Nothing was found at this moment">
          <div className="actions">
            <Button onClick={() => set({ view: 'any time' })}>Look at any time</Button>
          </div>
        </Empty>
      )}
      {view === 'JSON' && ids.length > 0 && <First ids={ids} documents={documents} />}
      {view === 'table' && ids.length > 0 && (
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

/** The first documents as JSON; the address gives all of them. */
const First = ({
  ids,
  documents,
}: {
  ids: readonly string[];
  documents: ReadonlyMap<string, Revision>;
}): ReactNode => {
  const found = ids.slice(0, BATCH).flatMap((id) => documents.get(id)?.data ?? []);
  const title = ids.length > BATCH ? `The first ${BATCH} documents` : counted(ids.length, 'document');
  return found.length > 0 ? (
    <JsonPanel title={title} label="The documents as JSON" of={found} />
  ) : (
    <Loading />
  );
};

/** A document, or the id of one that is still loading. */
type Row = Pick<Revision, 'id'> & Partial<Revision>;

const rowOf = (id: string | undefined, documents: ReadonlyMap<string, Revision>): Row | undefined =>
  id === undefined ? undefined : (documents.get(id) ?? { id });

const shown = (value: unknown): string =>
  value == null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

const columnsFor = ({ collection, at }: Exploration, fields: readonly string[]): Column<Row>[] => [
  {
    head: 'Id',
    width: 'minmax(200px, 2fr)',
    isMono: true,
    cell: ({ id }) => (
      <RowLink
        href={`/explorer/${collection}/${encodeURIComponent(id)}${at === undefined ? '' : `?at=${at}`}`}
      >
        {id}
      </RowLink>
    ),
  },
  ...fields.map((field) => ({
    head: field,
    width: 'minmax(120px, 1fr)',
    cell: ({ data }: Row) => (data ? shown(valueAt(data, field)) : ''),
  })),
];

/** The address that scripts use for the same answer. */
function Address({ exploration }: { exploration: Exploration }): ReactNode {
  const { config } = useClients();
  const address = `${originOf(config, 'history')}/api/v2/${historyPath(queryOf(exploration))}`;
  return (
    <>
      <code className="grow break">{address}</code>
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(address).then(() => report('The address was copied.'))
        }
      >
        Copy
      </Button>
    </>
  );
}
