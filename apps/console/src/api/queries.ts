import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { Client as HistoryClient } from '@portolan/client-history';
import type { Client as JobsClient } from '@portolan/client-jobs';
import type { Client as StreamsClient } from '@portolan/client-streams';
import { useClients, type Clients } from './clients';
import type { ServiceName } from './config';

/** The options of a request of a query: its client, the signal that gives it up, and that an error is thrown. */
export interface Asking<Client> {
  client: Client;
  signal: AbortSignal;
  throwOnError: true;
}

/** A hook that queries a service; where the service is not there, nothing is asked. */
type UseServiceQuery<Client> = <T>(
  queryKey: QueryKey,
  read: (asking: Asking<Client>) => Promise<T>,
  options?: Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>,
) => UseQueryResult<T>;

const queryOf = <Name extends ServiceName>(name: Name): UseServiceQuery<NonNullable<Clients[Name]>> =>
  function useServiceQuery(queryKey, read, options) {
    const client = useClients()[name];
    return useQuery({
      ...options,
      queryKey,
      enabled: client === undefined ? false : (options?.enabled ?? true),
      queryFn: ({ signal }) => read({ client: client!, signal, throwOnError: true }),
    });
  };

export const useJobsQuery: UseServiceQuery<JobsClient> = queryOf('jobs');
export const useHistoryQuery: UseServiceQuery<HistoryClient> = queryOf('history');
export const useStreamsQuery: UseServiceQuery<StreamsClient> = queryOf('streams');

/** Returns the data of an answer. */
export const dataOf = async <T>(answer: Promise<{ data: T }>): Promise<T> => (await answer).data;
