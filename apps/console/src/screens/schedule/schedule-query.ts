import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getSchedule, type Schedule } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';

const RENEW_MS = 2000;

/** Returns the key of everything that is known about a schedule. */
export const scheduleKey = (id: string): readonly string[] => ['schedule', id];

/** Returns a schedule, kept up to date. */
export function useSchedule(id: string): UseQueryResult<Schedule> {
  const client = useJobs();
  return useQuery({
    queryKey: scheduleKey(id),
    queryFn: async ({ signal }) =>
      (await getSchedule({ client, signal, throwOnError: true, path: { id } })).data,
    refetchInterval: RENEW_MS,
  });
}
