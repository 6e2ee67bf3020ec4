import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  findDocuments,
  findIds,
  getStatus,
  type Client,
  type CollectionStatus,
} from '@portolan/client-history';
import { useHistory } from '../../api/clients';
import { queryOf, type Exploration, type Revision } from './explorer-address';

/** Documents that one request asks for by id. */
const BATCH = 50;
/** Moments that the slider marks at most. */
const MOMENTS_LIMIT = 2000;

/** Returns the state of every collection. */
export function useCollections(): UseQueryResult<CollectionStatus[]> {
  const client = useHistory();
  return useQuery({
    queryKey: ['collections'],
    queryFn: async ({ signal }) => (await getStatus({ client, signal, throwOnError: true })).data.collections,
  });
}

/** Returns the ids that an exploration finds. */
export function useIds(exploration: Exploration): UseQueryResult<string[]> {
  const client = useHistory();
  return useQuery({
    queryKey: ['history', 'ids', exploration],
    queryFn: () => findIds(client, queryOf(exploration)),
    enabled: exploration.collection !== '',
    placeholderData: keepPreviousData,
  });
}

const readBatch = (client: Client, exploration: Exploration, ids: readonly string[]): Promise<Revision[]> =>
  findDocuments<Revision>(client, {
    ...queryOf({ ...exploration, where: '' }),
    id: ids,
    modifiers: { meta: true, ...(exploration.at !== undefined && { at: exploration.at }) },
  });

/** Returns the documents of the visible ids, by id; only those are asked for. */
export function useVisibleDocuments(
  exploration: Exploration,
  ids: readonly string[],
  [first, last]: readonly [number, number],
): ReadonlyMap<string, Revision> {
  const client = useHistory();
  const { collection, at } = exploration;
  const batches = Array.from(
    { length: Math.floor(last / BATCH) - Math.floor(first / BATCH) + 1 },
    (_, index) =>
      ids.slice((Math.floor(first / BATCH) + index) * BATCH, (Math.floor(first / BATCH) + index + 1) * BATCH),
  ).filter((batch) => batch.length > 0);
  const results = useQueries({
    queries: batches.map((batch) => ({
      queryKey: ['history', 'documents', collection, at, batch],
      queryFn: () => readBatch(client, exploration, batch),
      placeholderData: keepPreviousData,
    })),
  });
  return new Map(results.flatMap(({ data }) => (data ?? []).map((revision) => [revision.id, revision])));
}

/** Returns the moments at which something of a collection changed, newest last, ms since 1970. */
export function useMoments({ collection }: Exploration): number[] {
  const client = useHistory();
  const { data } = useQuery({
    queryKey: ['history', 'moments', collection],
    enabled: collection !== '',
    queryFn: async () => {
      const revisions = await findDocuments<Pick<Revision, 'stime' | 'ltime'>>(client, {
        ...queryOf({ collection, where: '', at: undefined }),
        modifiers: { all: true, meta: true, limit: MOMENTS_LIMIT },
        fields: ':(stime,ltime)',
      });
      const moments = revisions.flatMap(({ stime, ltime }) => (ltime === null ? [stime] : [stime, ltime]));
      return [...new Set(moments)].sort((a, b) => a - b);
    },
  });
  return data ?? [];
}
