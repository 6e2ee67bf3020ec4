import type { ReactNode } from 'react';
import { listSchedules, type Schedule } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { statusOf } from '../../api/errors';
import { usePages } from '../../api/pages';
import { useAddress } from '../../design/address';
import { Empty, NoMatch } from '../../design/feedback';
import { AddressField } from '../../design/fields';
import { PageHead } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { Found, PagedTable } from '../../design/paged-table';
import { RowLink, type Column } from '../../design/virtual-table';
import { Button } from '../../design/button';

const RENEW_MS = 5000;

const COLUMNS: readonly Column<Schedule>[] = [
  { head: 'State', width: '84px', cell: ({ paused }) => <State of={paused ? 'PAUSED' : 'ACTIVE'} /> },
  {
    head: 'Name',
    width: 'minmax(150px, 2fr)',
    cell: ({ id, name }) => <RowLink href={`/schedules/${encodeURIComponent(id)}`}>{name}</RowLink>,
  },
  { head: 'Cron', width: 'minmax(160px, 1fr)', cell: ({ cron }) => <span className="mono">{cron}</span> },
  { head: 'Time zone', width: 'minmax(100px, 1fr)', cell: ({ timeZone }) => timeZone },
  { head: 'User', width: 'minmax(72px, 1fr)', cell: ({ user }) => user },
  {
    head: 'Next fire',
    width: '92px',
    cell: ({ paused, nextFires }) => (paused ? '–' : <Ago at={nextFires[0]} />),
  },
  {
    head: 'Last fire',
    width: '180px',
    cell: ({ lastFire }) =>
      lastFire ? (
        <>
          <State of={lastFire.outcome} title={lastFire.reason ?? ''} /> <Ago at={lastFire.time} />
        </>
      ) : (
        <span className="muted">none yet</span>
      ),
  },
];

/** The schedules; their filters are in the address. */
export default function Schedules(): ReactNode {
  const [search, set] = useAddress();
  const filters = Object.fromEntries(
    ['name', 'user'].flatMap((key) => (search.get(key) ? [[key, search.get(key) ?? '']] : [])),
  );
  const paused = search.get('paused');
  const query = { ...filters, ...(paused !== null && { paused: [paused] }) };
  const list = usePages({
    key: ['schedules', query],
    renewMs: RENEW_MS,
    read: async (asking, part) => {
      const { data } = await listSchedules({ ...asking, query: { ...query, ...part, sort: ['name,asc'] } });
      return { rows: data._embedded?.scheduleList ?? [], total: data.page.totalElements };
    },
  });
  if (statusOf(list.error) === 404)
    return (
      <>
        <PageHead title="Schedules" />
        <Empty title="This release of the API has no schedules" />
      </>
    );
  return (
    <>
      <PageHead title="Schedules" beside={<Found total={list.total} />}>
        <Link className="button primary" href="/schedules/new">
          Create a schedule
        </Link>
      </PageHead>
      <search className="toolbar">
        <AddressField name="name" label="Name" placeholder="Name, % for anything" data-search />
        <AddressField name="user" label="User" />
        <Button
          isOn={paused === 'true'}
          onClick={() => set({ paused: paused === 'true' ? undefined : 'true' })}
        >
          Paused only
        </Button>
      </search>
      <PagedTable
        label="Schedules"
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={<Nothing isFiltered={Object.keys(query).length > 0} />}
      />
    </>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }): ReactNode =>
  isFiltered ? (
    <NoMatch what="schedule" href="/schedules" />
  ) : (
    <Empty title="There is no schedule yet">
      <p>A schedule submits a job at the times of a cron expression, once, whatever crashes.</p>
      <div className="actions">
        <Link className="button primary" href="/schedules/new">
          Create the first schedule
        </Link>
      </div>
    </Empty>
  );
