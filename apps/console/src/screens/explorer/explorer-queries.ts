import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query';
import {
  findDocuments,
  listIds,
  type Client,
  type HistoryQuery,
  type ListedIds,
} from '@portolan/client-history';
import { useHistory } from '../../api/clients';
import { useHistoryQuery } from '../../api/queries';
import { queryOf, type Exploration, type Revision } from './explorer-address';

/** Documents that one request asks for by id. */
export const BATCH = 50;
/** Moments that the slider marks at most. */
const MOMENTS_LIMIT = 2000;

/** Below this key is what changes with the documents. */
export const DOCUMENTS_KEY = ['history'];

/** Reports whether documents must be read from the database: they have changed since the screen was opened. */
type IsLive = () => boolean;

/** Returns the ids that an exploration finds. */
export const useIds = (exploration: Exploration, isLive: IsLive): UseQueryResult<ListedIds> =>
  useHistoryQuery(
    [...DOCUMENTS_KEY, 'ids', exploration],
    ({ client }) => listIds(client, inTime(queryOf(exploration), isLive)),
    { enabled: exploration.collection !== '', placeholderData: keepPreviousData },
  );

/** The past is in the database only. */
const inTime = (query: HistoryQuery, isLive: IsLive): HistoryQuery =>
  query.modifiers?.at === undefined && isLive()
    ? { ...query, modifiers: { ...query.modifiers, live: true } }
    : query;

const readBatch = (
  client: Client,
  exploration: Exploration,
  ids: readonly string[],
  isLive: IsLive,
): Promise<Revision[]> => {
  const { modifiers, ...query } = inTime(queryOf({ ...exploration, where: '' }), isLive);
  return findDocuments<Revision>(client, { ...query, id: ids, modifiers: { ...modifiers, meta: true } });
};

/** Returns the documents of the visible ids, by id; only those are asked for. @param batches the first and the last visible one */
export function useVisibleDocuments(
  exploration: Exploration,
  ids: readonly string[],
  [first, last]: readonly [number, number],
  isLive: IsLive,
): ReadonlyMap<string, Revision> {
  const client = useHistory();
  const { collection, at } = exploration;
  const batches = Array.from({ length: last - first + 1 }, (_, index) =>
    ids.slice((first + index) * BATCH, (first + index + 1) * BATCH),
  ).filter((batch) => batch.length > 0);
  const results = useQueries({
    queries: batches.map((batch) => ({
      queryKey: [...DOCUMENTS_KEY, 'documents', collection, at, batch],
      queryFn: () => readBatch(client, exploration, batch, isLive),
      placeholderData: keepPreviousData,
    })),
  });
  return new Map(results.flatMap(({ data }) => (data ?? []).map((revision) => [revision.id, revision])));
}

/** Returns the moments at which something of a collection changed, newest last, ms since 1970; undefined while they load. */
export function useMoments({ collection }: Exploration): number[] | undefined {
  const { data, error } = useHistoryQuery(
    [...DOCUMENTS_KEY, 'moments', collection],
    async ({ client }) => {
      const revisions = await findDocuments<Pick<Revision, 'stime' | 'ltime'>>(client, {
        ...queryOf({ collection, where: '', at: undefined }),
        modifiers: { all: true, meta: true, limit: MOMENTS_LIMIT },
        fields: ':(stime,ltime)',
      });
      const moments = revisions.flatMap(({ stime, ltime }) => (ltime === null ? [stime] : [stime, ltime]));
      return [...new Set(moments)].sort((a, b) => a - b);
    },
    { enabled: collection !== '' },
  );
  // The documents report what is wrong; without moments there is no slider.
  return data ?? (error ? [] : undefined);
}
