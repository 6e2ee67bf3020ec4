import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { usePages } from '../../api/pages';
import { useAddress } from '../../design/address';
import { Empty, Failure, Loading } from '../../design/feedback';
import { PageHead, Tabs, useTab } from '../../design/layout';
import { Ago, State, Tags } from '../../design/texts';
import { RowLink, VirtualTable, type Column } from '../../design/virtual-table';
import { KINDS, type KindName, type Resource } from './kinds';

const RENEW_MS = 5000;

const TABS = { clusters: 'Clusters', commands: 'Commands', applications: 'Applications' } as const;
const TAB_NAMES = Object.keys(TABS) as KindName[];

/** Without the tags that the service adds: they repeat id and name. */
const ownTags = (tags: readonly string[]): string[] => tags.filter((tag) => !tag.startsWith('svc.'));

const columnsOf = (kind: KindName): readonly Column<Resource>[] => [
  { head: 'Status', width: '148px', cell: ({ status }) => <State of={status} /> },
  {
    head: 'Name',
    width: 'minmax(140px, 2fr)',
    cell: ({ id, name }) => <RowLink href={`/registry/${kind}/${encodeURIComponent(id)}`}>{name}</RowLink>,
  },
  { head: 'Version', width: '80px', cell: ({ version }) => version },
  { head: 'User', width: 'minmax(72px, 1fr)', cell: ({ user }) => user },
  { head: 'Tags', width: 'minmax(180px, 2fr)', cell: ({ tags }) => <Tags of={ownTags(tags)} isOneLine /> },
  { head: 'Changed', width: '84px', cell: ({ updated }) => <Ago at={updated} /> },
  { head: 'Id', width: 'minmax(120px, 1fr)', cell: ({ id }) => <span className="mono">{id}</span> },
];

/** Clusters, commands and applications: what selection chooses from. */
export default function Registry(): ReactNode {
  const kind = useTab(TAB_NAMES) ?? 'clusters';
  return (
    <>
      <PageHead title="Registry">
        <Link className="button primary" href={`/registry/${kind}/new`}>
          Create {kind === 'applications' ? 'an' : 'a'} {KINDS[kind].one}
        </Link>
      </PageHead>
      <Tabs of={TABS} />
      <List key={kind} kind={kind} />
    </>
  );
}

function List({ kind }: { kind: KindName }): ReactNode {
  const client = useJobs();
  const [search, set] = useAddress();
  const [name, tag, status] = [search.get('name'), search.get('tag'), search.get('status')];
  const filters = {
    ...(name && { name }),
    ...(tag && { tag: tag.split(',').map((one) => one.trim()) }),
    ...(status && { status: [status] }),
  };
  const { total, error, rowAt, show } = usePages({
    key: ['registry', kind, filters],
    renewMs: RENEW_MS,
    read: (page, size, signal) =>
      KINDS[kind].list(
        { client, signal, throwOnError: true },
        { ...filters, page, size, sort: ['updated,desc'] },
      ),
  });
  return (
    <>
      <search className="toolbar">
        <input
          aria-label="Name"
          placeholder="Name, % for anything"
          data-search
          value={name ?? ''}
          onChange={(event) => set({ name: event.target.value }, { replace: true })}
        />
        <input
          aria-label="Tags"
          placeholder="Tags: type:bash, …"
          value={tag ?? ''}
          onChange={(event) => set({ tag: event.target.value }, { replace: true })}
        />
        <span className="actions" role="group" aria-label="Statuses">
          {KINDS[kind].statuses.map((one) => (
            <button
              key={one}
              className="button small"
              type="button"
              aria-pressed={one === status}
              onClick={() => set({ status: one === status ? undefined : one })}
            >
              {one}
            </button>
          ))}
        </span>
      </search>
      {error != null && <Failure error={error} />}
      {total === undefined && error == null && <Loading lines={8} />}
      {total === 0 && <Nothing kind={kind} isFiltered={Object.keys(filters).length > 0} />}
      {total !== undefined && total > 0 && (
        <VirtualTable
          label={TABS[kind]}
          columns={columnsOf(kind)}
          count={total}
          rowAt={rowAt}
          keyOf={({ id }) => id}
          onRange={show}
        />
      )}
    </>
  );
}

const Nothing = ({ kind, isFiltered }: { kind: KindName; isFiltered: boolean }): ReactNode =>
  isFiltered ? (
    <Empty title={`No ${KINDS[kind].one} matches these filters`}>
      <div className="actions">
        <Link className="button" href={`/registry?tab=${kind}`}>
          Clear the filters
        </Link>
      </div>
    </Empty>
  ) : (
    <Empty title={`There is no ${KINDS[kind].one} yet`}>
      <p>A job names what it needs in tags: a cluster says where it runs, a command what it runs.</p>
    </Empty>
  );
