import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePages } from '../../api/pages';
import { useAddress } from '../../design/address';
import { Choices } from '../../design/button';
import { Empty, NoMatch } from '../../design/feedback';
import { AddressField } from '../../design/fields';
import { PageHead, Tabs, useTab } from '../../design/layout';
import { Ago, State, Tags } from '../../design/texts';
import { PagedTable } from '../../design/paged-table';
import { RowLink, type Column } from '../../design/virtual-table';
import { KINDS, type KindName, type Resource } from './kinds';

const RENEW_MS = 5000;

const TABS = { clusters: 'Clusters', commands: 'Commands', applications: 'Applications' } as const;

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
  const kind = useTab(TABS) ?? 'clusters';
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
  const [search, set] = useAddress();
  const [name, tag, status] = [search.get('name'), search.get('tag'), search.get('status')];
  const filters = {
    ...(name && { name }),
    ...(tag && { tag: tag.split(',').map((one) => one.trim()) }),
    ...(status && { status: [status] }),
  };
  const list = usePages({
    key: ['registry', kind, filters],
    renewMs: RENEW_MS,
    read: (asking, part) => KINDS[kind].list(asking, { ...filters, ...part, sort: ['updated,desc'] }),
  });
  return (
    <>
      <search className="toolbar">
        <AddressField name="name" label="Name" placeholder="Name, % for anything" data-search />
        <AddressField name="tag" label="Tags" placeholder="Tags: type:bash, …" />
        <Choices
          label="Statuses"
          of={KINDS[kind].statuses}
          chosen={[status]}
          choose={(one) => set({ status: one === status ? undefined : one })}
        />
      </search>
      <PagedTable
        label={TABS[kind]}
        columns={columnsOf(kind)}
        list={list}
        keyOf={({ id }) => id}
        empty={<Nothing kind={kind} isFiltered={Object.keys(filters).length > 0} />}
      />
    </>
  );
}

const Nothing = ({ kind, isFiltered }: { kind: KindName; isFiltered: boolean }): ReactNode =>
  isFiltered ? (
    <NoMatch what={KINDS[kind].one} href={`/registry?tab=${kind}`} />
  ) : (
    <Empty title={`There is no ${KINDS[kind].one} yet`}>
      <p>A job names what it needs in tags: a cluster says where it runs, a command what it runs.</p>
    </Empty>
  );
