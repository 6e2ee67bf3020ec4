import type { UseQueryResult } from '@tanstack/react-query';
import { listJobClusters, listJobs, type CompactJob, type JobCluster } from '@portolan/client-streams';
import { useStreamsQuery } from '../../api/queries';
import { jobsByCluster } from './clusters';

/** All clusters, and their active jobs by the name of the cluster. */
interface Clusters {
  clusters: readonly JobCluster[];
  jobs: ReadonlyMap<string, readonly CompactJob[]>;
}

/** Below this key is what is known about clusters and ended jobs. */
export const CLUSTERS_KEY = ['streams'];

/** Returns all clusters and their active jobs, asked for again every so many ms. */
export const useClusters = (renewMs: number): UseQueryResult<Clusters> =>
  useStreamsQuery(
    CLUSTERS_KEY,
    async (asking) => {
      // A page size of 0 returns all.
      const [clusters, jobs] = await Promise.all([
        listJobClusters({ ...asking, query: { pageSize: 0 } }),
        listJobs({ ...asking, query: { compact: true, activeOnly: true, pageSize: 0 } }),
      ]);
      return { clusters: clusters.data.list, jobs: jobsByCluster(jobs.data.list as CompactJob[]) };
    },
    { refetchInterval: renewMs },
  );
