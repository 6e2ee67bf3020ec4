import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { killJobs, listJobs } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { isFinal } from '../../api/job-states';
import { messageOf } from '../../api/errors';
import { ActionButton } from '../../design/dialogs';
import { counted } from '../../design/quantities';
import { STATUSES, queryOf, type JobFilters, type JobQuery } from './job-filters';

/** Returns the query that finds those jobs of filters which have not finished: those that a kill ends. */
function unfinished(filters: JobFilters): JobQuery {
  const query = queryOf(filters, Date.now());
  return { ...query, status: (query.status ?? STATUSES).filter((status) => !isFinal(status)) };
}

/** A button that kills what the filters find; its question states how many jobs that are. */
export function KillFound({ filters }: { filters: JobFilters }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  return (
    <ActionButton
      label="Kill all found"
      isDangerous
      question={<Question filters={filters} />}
      run={async () => {
        await killJobs({ client, throwOnError: true, query: unfinished(filters) });
        await queries.invalidateQueries({ queryKey: ['jobs'] });
        return 'The jobs are being killed.';
      }}
    />
  );
}

/** The effect of a kill, by the number of jobs: none, one, several. */
const EFFECTS = ['There is nothing to kill.', 'It is killed.', 'All of them are killed.'] as const;

function Question({ filters }: { filters: JobFilters }): ReactNode {
  const client = useJobs();
  const { data: count, error } = useQuery({
    queryKey: ['jobs', 'unfinished', filters],
    queryFn: async ({ signal }) => {
      const query = { ...unfinished(filters), size: 1 };
      return (await listJobs({ client, signal, throwOnError: true, query })).data.page.totalElements;
    },
  });
  if (count === undefined) return <p className="muted">{error ? messageOf(error) : 'Counting the jobs …'}</p>;
  return (
    <p>
      These filters find <strong>{counted(count, 'job')}</strong> that {count === 1 ? 'has' : 'have'} not
      finished. {EFFECTS[Math.min(count, 2)]}
    </p>
  );
}
