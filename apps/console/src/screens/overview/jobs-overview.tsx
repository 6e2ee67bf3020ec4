import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listJobs, listNodes, type Client } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';

const DAY_MS = 86_400_000;
const RENEW_MS = 5000;
const STATES = ['ACCEPTED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED'] as const;
const FINISHED = new Set<string>(['SUCCEEDED', 'FAILED', 'KILLED']);
const SHOWN_FAILURES = 8;

async function countOf(client: Client, status: string, now: number, signal: AbortSignal): Promise<number> {
  const finished = FINISHED.has(status) ? { minFinished: now - DAY_MS } : {};
  const query = { status: [status], size: 1, ...finished };
  return (await listJobs({ client, signal, throwOnError: true, query })).data.page.totalElements;
}

/** How many jobs are in which state, and the free slots of the nodes. */
export function JobCounts(): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: ['overview', 'jobs', 'counts'],
    refetchInterval: RENEW_MS,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const counts = STATES.map((status) => countOf(client, status, now, signal));
      const nodes = listNodes({ client, signal, throwOnError: true });
      return { counts: await Promise.all(counts), nodes: (await nodes).data._embedded.nodeList };
    },
  });
  return (
    <Panel title="Batch jobs" flush actions={<Link href="/jobs">All jobs</Link>}>
      <Loaded result={result}>
        {({ counts, nodes }) => (
          <ul className="figures">
            {STATES.map((status, index) => (
              <li key={status}>
                <Link href={`/jobs?status=${status}`}>{(counts[index] ?? 0).toLocaleString('en')}</Link>
                <State of={status} />
                <span className="muted small">{FINISHED.has(status) ? 'in the last 24 h' : 'now'}</span>
              </li>
            ))}
            <li>
              <Link href="/nodes">
                {nodes.reduce((sum, { freeSlots }) => sum + freeSlots, 0).toLocaleString('en')}
              </Link>
              <span>free slots</span>
              <span className="muted small">
                {nodes.filter(({ accepting }) => accepting).length} of {nodes.length} nodes take launches
              </span>
            </li>
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

/** The jobs that failed last. */
export function FailedJobs(): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: ['overview', 'jobs', 'failed'],
    refetchInterval: RENEW_MS,
    queryFn: async ({ signal }) => {
      const order = { sort: ['finished,desc'], size: SHOWN_FAILURES };
      const query = { status: ['FAILED'], minFinished: Date.now() - DAY_MS, ...order };
      const { data } = await listJobs({ client, signal, throwOnError: true, query });
      return data._embedded?.jobSearchResultList ?? [];
    },
  });
  return (
    <Panel title="Failed last" actions={<Link href="/jobs?status=FAILED">All failed jobs</Link>}>
      <Loaded result={result}>
        {(failures) =>
          failures.length === 0 ? (
            <p className="muted">No job failed in the last 24 hours.</p>
          ) : (
            <ul className="plain-list">
              {failures.map(({ id, name, finished }) => (
                <li key={id}>
                  <Link href={`/jobs/${encodeURIComponent(id)}`} title={name}>
                    {name}
                  </Link>
                  <span className="muted">
                    <Ago at={finished} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
