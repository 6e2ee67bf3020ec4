import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { killJobs, listJobs, type Client } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { isFinal } from '../../api/job-states';
import { useJobsQuery, type Asking } from '../../api/queries';
import { messageOf } from '../../api/errors';
import { ActionButton } from '../../design/dialogs';
import { counted } from '../../design/quantities';
import { queryOf, type JobFilters, type JobQuery } from './job-filters';
import { useStatuses } from '../../api/use-release';

/** Returns the query that finds those jobs of filters which have not finished: those that a kill ends. */
function unfinished(filters: JobFilters, statuses: readonly string[]): JobQuery {
  const query = queryOf(filters, Date.now());
  return { ...query, status: (query.status ?? statuses).filter((status) => !isFinal(status)) };
}

/** Counts the jobs that a query finds. */
const countJobs = async (asking: Omit<Asking<Client>, 'signal'>, query: JobQuery): Promise<number> =>
  (await listJobs({ ...asking, query: { ...query, size: 1 } })).data.page.totalElements;

/**
 * A button that kills what the filters find; its question states how many jobs that are. They are counted again before the kill, and
 * none is killed when there are more. The API takes no number: jobs that are submitted between this count and the kill end, too.
 */
export function KillFound({ filters }: { filters: JobFilters }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const statuses = useStatuses();
  const queryKey = ['jobs to kill', filters, statuses];
  const { data: count, error } = useJobsQuery(
    queryKey,
    (asking) => countJobs(asking, unfinished(filters, statuses)),
    { enabled: isAsked },
  );
  return (
    <ActionButton
      label="Kill all found"
      isDangerous
      onAsk={(isAsking) => {
        setAsked(isAsking);
        if (isAsking) void queries.resetQueries({ queryKey });
      }}
      isHeld={!count}
      question={<Question count={count} error={error} />}
      run={async () => {
        const query = unfinished(filters, statuses);
        const found = await countJobs({ client, throwOnError: true }, query);
        if (found > (count ?? 0))
          throw new Error(`the filters find ${counted(found, 'job')} by now: nothing was killed, ask again`);
        if (found === 0) return 'No job was killed: all of them have finished.';
        await killJobs({ client, throwOnError: true, query });
        await queries.invalidateQueries({ queryKey: ['jobs'] });
        return `${counted(found, 'job is', 'jobs are')} being killed.`;
      }}
    />
  );
}

/** The effect of a kill, by the number of jobs: none, one, several. */
const EFFECTS = ['There is nothing to kill.', 'It is killed.', 'All of them are killed.'] as const;

function Question({ count, error }: { count: number | undefined; error: unknown }): ReactNode {
  if (count === undefined) return <p className="muted">{error ? messageOf(error) : 'Counting the jobs …'}</p>;
  return (
    <p>
      These filters find <strong>{counted(count, 'job')}</strong> that {count === 1 ? 'has' : 'have'} not
      finished. {EFFECTS[Math.min(count, 2)]}
    </p>
  );
}
