import type { UseQueryResult } from '@tanstack/react-query';
import { getStatus, type CollectionStatus } from '@portolan/client-history';
import { renewedEvery } from './errors';
import { useHistoryQuery } from './queries';

/** Collections have no stream: those that are shown are asked for again this often, ms. */
const RENEW_MS = 5000;

/** Returns the state of every collection. @param isShown the ages of their crawls are visible, and must not grow while crawls go on */
export const useCollections = ({ isShown }: { isShown: boolean }): UseQueryResult<CollectionStatus[]> =>
  useHistoryQuery(['collections'], async (asking) => (await getStatus(asking)).data.collections, {
    refetchInterval: renewedEvery(isShown && RENEW_MS),
  });
