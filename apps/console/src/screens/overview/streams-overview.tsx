import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { isBelowSla } from '../streams/clusters';
import { useClusters } from '../streams/use-clusters';

export const STREAMS_RENEW_MS = 5000;

/** Streaming jobs: how many are active, and which clusters have fewer than their SLA demands. */
export function StreamsOverview(): ReactNode {
  const result = useClusters(STREAMS_RENEW_MS);
  return (
    <Panel title="Streaming jobs" actions={<Link href="/streams">All streams</Link>}>
      <Loaded result={result}>
        {({ clusters, jobs }) => {
          const activeOf = (cluster: string): number => jobs.get(cluster)?.length ?? 0;
          const active = [...jobs.values()].flat().length;
          const below = clusters.filter((cluster) => isBelowSla(cluster, activeOf(cluster.name)));
          return (
            <div className="stack">
              <p>
                {counted(active, 'active job')} in {counted(clusters.length, 'cluster')}.
              </p>
              {active === 0 && (
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
                  <Link href="/streams">{name}</Link> has {activeOf(name)} of at least {sla.min} active jobs.
                </p>
              ))}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
