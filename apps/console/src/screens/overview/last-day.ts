import { useQueries } from '@tanstack/react-query';
import { listJobs, type Client } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { useNow } from '../../design/clock';
import { HOURS, HOUR_MS, hoursUntil } from './hours';

/** The current hour is asked for again this often; the numbers of earlier ones do not change. */
const RENEW_MS = 10_000;

/** Outcomes that the plot tells apart. */
export const OUTCOMES = ['SUCCEEDED', 'FAILED', 'KILLED'] as const;

/** How many jobs ended in an hour, by outcome. */
export type HourCounts = Readonly<Record<(typeof OUTCOMES)[number], number>>;

async function countsOf(client: Client, hour: number, signal: AbortSignal): Promise<HourCounts> {
  const counts = await Promise.all(
    OUTCOMES.map(async (status) => {
      // Both bounds are included.
      const range = { minFinished: hour, maxFinished: hour + HOUR_MS - 1 };
      const query = { status: [status], size: 1, ...range };
      return (await listJobs({ client, signal, throwOnError: true, query })).data.page.totalElements;
    }),
  );
  return Object.fromEntries(OUTCOMES.map((status, index) => [status, counts[index] ?? 0])) as HourCounts;
}

/** Returns how many jobs ended in each of the last 24 hours; undefined for an hour that is on its way. */
export function useLastDay(): { hours: readonly number[]; counts: readonly (HourCounts | undefined)[] } {
  const client = useJobs();
  const hours = hoursUntil(useNow());
  const results = useQueries({
    queries: hours.map((hour, index) => {
      const isCurrent = index === HOURS - 1;
      return {
        queryKey: ['overview', 'jobs', 'hour', hour, isCurrent],
        queryFn: ({ signal }: { signal: AbortSignal }) => countsOf(client, hour, signal),
        staleTime: isCurrent ? 0 : Infinity,
        refetchInterval: isCurrent ? RENEW_MS : (false as const),
      };
    }),
  });
  return { hours, counts: results.map(({ data }) => data) };
}
