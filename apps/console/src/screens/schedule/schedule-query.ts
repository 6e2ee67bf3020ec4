import type { UseQueryResult } from '@tanstack/react-query';
import { getSchedule, type Schedule } from '@portolan/client-jobs';
import { dataOf, useJobsQuery } from '../../api/queries';

const RENEW_MS = 2000;

/** Returns the key of everything that is known about a schedule. */
export const scheduleKey = (id: string): readonly string[] => ['schedule', id];

/** Returns a schedule, kept up to date. */
export const useSchedule = (id: string): UseQueryResult<Schedule> =>
  useJobsQuery(scheduleKey(id), (asking) => dataOf(getSchedule({ ...asking, path: { id } })), {
    refetchInterval: RENEW_MS,
  });
