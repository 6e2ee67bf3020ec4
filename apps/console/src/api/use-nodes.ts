import type { UseQueryResult } from '@tanstack/react-query';
import { listNodes, type NodeView } from '@portolan/client-jobs';
import { useJobsQuery } from './queries';

/** Below this key are the nodes. */
export const NODES_KEY = ['nodes', 'list'];

/** Returns the nodes, asked for again every so many ms: they have no stream of changes. */
export const useNodes = (renewMs: number): UseQueryResult<readonly NodeView[]> =>
  useJobsQuery(NODES_KEY, async (asking) => (await listNodes(asking)).data._embedded.nodeList, {
    refetchInterval: renewMs,
  });
