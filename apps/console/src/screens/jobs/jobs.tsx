import { memo, useMemo, useState, type ReactNode } from 'react';
import { listJobs, type JobSummary } from '@portolan/client-jobs';
import { Link, useSearchParams } from 'wouter';
import { usePages, type VisibleRows } from '../../api/pages';
import { useJobChanges } from '../../api/use-job-changes';
import { useRelease, useStatuses } from '../../api/use-release';
import { useAddress } from '../../design/address';
import { AddressField } from '../../design/fields';
import { NoMatch } from '../../design/feedback';
import { PageHead } from '../../design/layout';
import { Ago, State, Took } from '../../design/texts';
import { Found, PagedTable } from '../../design/paged-table';
import { RowLink, type Column } from '../../design/virtual-table';
import {
  FILTERS,
  FINISHED_IN,
  MOMENTS,
  RARE_STATUSES,
  filtersIn,
  filtersOf,
  lastingOf,
  mayRun,
  queryOf,
  type JobFilters,
  type MomentName,
} from './job-filters';
import { MomentField } from '../../design/moment-field';
import { KillFound } from './kill-found';
import { NoJobYet } from './no-job-yet';
import { SavedViews } from './saved-views';
import { Button, Choices } from '../../design/button';

const COLUMNS: readonly Column<JobSummary>[] = [
  { head: 'State', width: '112px', cell: ({ status }) => <State of={status} /> },
  {
    head: 'Name',
    width: 'minmax(150px, 2fr)',
    cell: ({ id, name }) => <RowLink href={`/jobs/${encodeURIComponent(id)}`}>{name}</RowLink>,
  },
  { head: 'User', width: 'minmax(72px, 1fr)', cell: ({ user }) => user },
  { head: 'Cluster', width: 'minmax(92px, 1fr)', cell: ({ clusterName }) => clusterName ?? '–' },
  { head: 'Command', width: 'minmax(76px, 1fr)', cell: ({ commandName }) => commandName ?? '–' },
  { head: 'Started', width: '84px', cell: ({ started }) => <Ago at={started} /> },
  { head: 'Took', width: '84px', cell: ({ started, finished }) => <Took from={started} to={finished} /> },
  // The ends of ids tell the fires of a schedule apart.
  { head: 'Id', width: 'minmax(140px, 2.5fr)', isMono: true, cell: ({ id }) => <span title={id}>{id}</span> },
];

/** Searches jobs, newest first, and keeps the visible ones up to date. */
function useFoundJobs(filters: JobFilters): VisibleRows<JobSummary> {
  const key = ['jobs', filters];
  // A job whose new state does not match the search must leave the list.
  const renewMs = useJobChanges(lastingOf(filters), key);
  return usePages({
    key,
    renewMs,
    read: async (asking, part) => {
      const query = { ...queryOf(filters, Date.now()), ...part, sort: ['updated,desc'] };
      const { data } = await listJobs({ ...asking, query });
      return { rows: data._embedded?.jobSearchResultList ?? [], total: data.page.totalElements };
    },
  });
}

/** The search of jobs; its filters are in the address. */
export default function Jobs(): ReactNode {
  const [search] = useSearchParams();
  const text = search.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(text)), [text]);
  const list = useFoundJobs(filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHead title="Jobs" beside={<Found total={list.total} />}>
        <SavedViews />
        {isFiltered && mayRun(filters) && (list.total ?? 0) > 0 && <KillFound filters={filters} />}
        <Link className="button primary" href="/submit">
          Submit a job
        </Link>
      </PageHead>
      <Filters />
      <PagedTable
        label="Jobs"
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={<Nothing isFiltered={isFiltered} />}
      />
    </>
  );
}

/** Drawn again when the address changes, not for each page of jobs. */
const Filters = memo(function Filters(): ReactNode {
  const [search, set] = useAddress();
  const statuses = useStatuses();
  const names = filtersIn(useRelease());
  const chosen = filtersOf(search).status ?? [];
  const [more, setMore] = useState(() =>
    [...Object.keys(FILTERS).slice(2), ...Object.keys(MOMENTS)].some((name) => search.has(name)),
  );
  const toggle = (status: string): void =>
    set({
      status: chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status],
    });
  return (
    <search className="toolbar">
      {names.slice(0, more ? undefined : 2).map((name, index) => (
        <AddressField
          key={name}
          name={name}
          label={FILTERS[name]}
          {...(index === 0 && { placeholder: 'Name, % for anything', 'data-search': true })}
        />
      ))}
      <select
        aria-label="Finished"
        value={search.get('finishedIn') ?? ''}
        onChange={(event) => set({ finishedIn: event.target.value }, { replace: true })}
      >
        <option value="">Finished at any time</option>
        {Object.entries(FINISHED_IN).map(([value, { label }]) => (
          <option key={value} value={value}>
            Finished {label}
          </option>
        ))}
      </select>
      <Button kind="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Fewer filters' : 'More filters'}
      </Button>
      {more && (
        <div className="moment-fields">
          {(Object.keys(MOMENTS) as MomentName[]).map((name) => (
            <MomentField
              key={name}
              label={MOMENTS[name]}
              value={search.get(name)}
              onChange={(ms) => set({ [name]: ms }, { replace: true })}
            />
          ))}
        </div>
      )}
      <Choices
        label="States"
        of={[...new Set([...statuses.filter((status) => more || !RARE_STATUSES.has(status)), ...chosen])]}
        chosen={chosen}
        choose={toggle}
      />
    </search>
  );
});

const Nothing = ({ isFiltered }: { isFiltered: boolean }): ReactNode =>
  isFiltered ? <NoMatch what="job" href="/jobs" /> : <NoJobYet />;
