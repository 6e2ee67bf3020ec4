import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listJobClusters, listJobs, type CompactJob } from '@portolan/client-streams';
import { Link } from 'wouter';
import { useStreams } from '../../api/clients';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { isBelowSla, jobsByCluster } from '../streams/clusters';

/** Streaming jobs: how many are active, and which clusters have fewer than their SLA demands. */
export function StreamsOverview(): ReactNode {
  const client = useStreams();
  const result = useQuery({
    queryKey: ['overview', 'streams'],
    refetchInterval: 5000,
    queryFn: async ({ signal }) => {
      // A page size of 0 returns all.
      const [clusters, jobs] = await Promise.all([
        listJobClusters({ client, signal, throwOnError: true, query: { pageSize: 0 } }),
        listJobs({
          client,
          signal,
          throwOnError: true,
          query: { compact: true, activeOnly: true, pageSize: 0 },
        }),
      ]);
      return { clusters: clusters.data.list, jobs: jobs.data.list as CompactJob[] };
    },
  });
  return (
    <Panel title="Streaming jobs" actions={<Link href="/streams">All streams</Link>}>
      <Loaded result={result}>
        {({ clusters, jobs }) => {
          const active = jobsByCluster(jobs);
          const below = clusters.filter((cluster) =>
            isBelowSla(cluster, active.get(cluster.name)?.length ?? 0),
          );
          return (
            <div className="stack">
              <p>
                {counted(jobs.length, 'active job')} in {counted(clusters.length, 'cluster')}.
              </p>
              {jobs.length === 0 && (
                <p>
                  <Link href="/streams">
                    {clusters.length === 0 ? 'Create the first cluster' : 'Submit a streaming job'}
                  </Link>
                </p>
              )}
              {clusters.length > 0 && below.length === 0 && (
                <p className="muted">Every cluster meets its SLA.</p>
              )}
              {below.map(({ name, sla }) => (
                <p className="alert" key={name}>
                  <Link href="/streams">{name}</Link> has {active.get(name)?.length ?? 0} of at least{' '}
                  {sla.min} active jobs.
                </p>
              ))}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
