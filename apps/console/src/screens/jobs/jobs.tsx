import { useMemo, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { killJobs, type JobSummary } from '@portolan/client-jobs';
import { Link, useSearchParams } from 'wouter';
import { useJobs } from '../../api/clients';
import { ActionButton } from '../../design/dialogs';
import { Empty, Failure, Loading } from '../../design/feedback';
import { PageHead } from '../../design/layout';
import { Ago, State, Took } from '../../design/texts';
import { VirtualTable, type Column } from '../../design/virtual-table';
import { FILTERS, STATUSES, filtersOf, type FilterName, type JobFilters } from './job-filters';
import { useFoundJobs } from './found-jobs';
import { SavedViews } from './saved-views';

const COLUMNS: readonly Column<JobSummary>[] = [
  { head: 'State', width: '112px', cell: ({ status }) => <State of={status} /> },
  {
    head: 'Name',
    width: 'minmax(150px, 2fr)',
    cell: ({ id, name }) => (
      <Link className="row-link" href={`/jobs/${encodeURIComponent(id)}`} title={name}>
        {name}
      </Link>
    ),
  },
  { head: 'User', width: 'minmax(72px, 1fr)', cell: ({ user }) => user },
  { head: 'Cluster', width: 'minmax(92px, 1fr)', cell: ({ clusterName }) => clusterName ?? '–' },
  { head: 'Command', width: 'minmax(76px, 1fr)', cell: ({ commandName }) => commandName ?? '–' },
  { head: 'Started', width: '84px', cell: ({ started }) => <Ago at={started} /> },
  { head: 'Took', width: '84px', cell: ({ started, finished }) => <Took from={started} to={finished} /> },
  { head: 'Id', width: 'minmax(140px, 1fr)', cell: ({ id }) => <span className="mono">{id}</span> },
];

/** The search of jobs; its filters are in the address. */
export default function Jobs(): ReactNode {
  const [search] = useSearchParams();
  const text = search.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(text)), [text]);
  const { total, error, rowAt, show } = useFoundJobs(filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHead
        title="Jobs"
        beside={total !== undefined && <span className="muted">{total.toLocaleString('en')} found</span>}
      >
        <SavedViews />
        {isFiltered && total !== undefined && total > 0 && <KillFound filters={filters} total={total} />}
        <Link className="button primary" href="/submit">
          Submit a job
        </Link>
      </PageHead>
      <Filters />
      {error != null && <Failure error={error} />}
      {total === undefined && error == null && <Loading lines={8} />}
      {total === 0 && <Nothing isFiltered={isFiltered} />}
      {total !== undefined && total > 0 && (
        <VirtualTable
          label="Jobs"
          columns={COLUMNS}
          count={total}
          rowAt={rowAt}
          keyOf={({ id }) => id}
          onRange={show}
        />
      )}
    </>
  );
}

function Filters(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [more, setMore] = useState(() =>
    Object.keys(FILTERS)
      .slice(2)
      .some((name) => search.has(name)),
  );
  const set = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const toggle = (status: string): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      const chosen = next.getAll('status');
      next.delete('status');
      const wanted = chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status];
      for (const one of wanted) next.append('status', one);
      return next;
    });
  const names = (Object.keys(FILTERS) as FilterName[]).slice(0, more ? undefined : 2);
  return (
    <search className="toolbar">
      {names.map((name, index) => (
        <input
          key={name}
          aria-label={FILTERS[name]}
          placeholder={name === 'name' ? 'Name, % for anything' : FILTERS[name]}
          value={search.get(name) ?? ''}
          onChange={(event) => set(name, event.target.value)}
          {...(index === 0 && { 'data-search': true })}
        />
      ))}
      <button className="button quiet" type="button" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Fewer filters' : 'More filters'}
      </button>
      <span className="actions" role="group" aria-label="States">
        {STATUSES.map((status) => (
          <button
            key={status}
            className="button small"
            type="button"
            aria-pressed={search.getAll('status').includes(status)}
            onClick={() => toggle(status)}
          >
            {status}
          </button>
        ))}
      </span>
    </search>
  );
}

function KillFound({ filters, total }: { filters: JobFilters; total: number }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  return (
    <ActionButton
      label="Kill all found"
      isDangerous
      question={
        <p>
          Every job that these filters find and that has not finished is killed. They find{' '}
          <strong>{total.toLocaleString('en')}</strong> jobs, finished ones included.
        </p>
      }
      run={async () => {
        await killJobs({ client, throwOnError: true, query: filters });
        await queries.invalidateQueries({ queryKey: ['jobs'] });
        return 'The jobs are being killed.';
      }}
    />
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }): ReactNode =>
  isFiltered ? (
    <Empty title="No job matches these filters">
      <div className="actions">
        <Link className="button" href="/jobs">
          Clear the filters
        </Link>
      </div>
    </Empty>
  ) : (
    <Empty title="No job has been submitted yet">
      <p>A job names what it needs in tags; Portolan selects cluster and command, and runs it.</p>
      <div className="actions">
        <Link className="button primary" href="/submit">
          Submit the first job
        </Link>
      </div>
    </Empty>
  );
