import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listJobs, listNodes, type Client } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';

const DAY_MS = 86_400_000;
const STATES = ['ACCEPTED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED'] as const;
const FINISHED = new Set<string>(['SUCCEEDED', 'FAILED', 'KILLED']);

async function countOf(client: Client, status: string, now: number, signal: AbortSignal): Promise<number> {
  const finished = FINISHED.has(status) ? { minFinished: now - DAY_MS } : {};
  const query = { status: [status], size: 1, ...finished };
  return (await listJobs({ client, signal, throwOnError: true, query })).data.page.totalElements;
}

/** Batch jobs: how many in which state, the last failures, the nodes. */
export function JobsOverview(): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: ['overview', 'jobs'],
    refetchInterval: 5000,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const counts = await Promise.all(STATES.map((status) => countOf(client, status, now, signal)));
      const query = { status: ['FAILED'], size: 5, sort: ['finished,desc'], minFinished: now - DAY_MS };
      const [failures, nodes] = await Promise.all([
        listJobs({ client, signal, throwOnError: true, query }),
        listNodes({ client, signal, throwOnError: true }),
      ]);
      return {
        counts: STATES.map((status, index) => ({ status, count: counts[index] ?? 0 })),
        failures: failures.data._embedded?.jobSearchResultList ?? [],
        nodes: nodes.data._embedded.nodeList,
      };
    },
  });
  return (
    <Panel title="Batch jobs" actions={<Link href="/jobs">All jobs</Link>}>
      <Loaded result={result}>
        {({ counts, failures, nodes }) => (
          <div className="stack">
            <table>
              <tbody>
                {counts.map(({ status, count }) => (
                  <tr key={status}>
                    <td>
                      <State of={status} />
                    </td>
                    <td className="muted">{FINISHED.has(status) ? 'in the last 24 h' : 'now'}</td>
                    <td className="number">
                      <Link href={`/jobs?status=${status}`}>{count.toLocaleString('en')}</Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p>
              <Link href="/nodes">
                {nodes.filter(({ accepting }) => accepting).length} of {nodes.length} nodes
              </Link>{' '}
              take launches, {nodes.reduce((sum, { freeSlots }) => sum + freeSlots, 0)} slots are free.
            </p>
            {failures.length > 0 && (
              <div>
                <h3>Failed last</h3>
                <ul style={{ listStyle: 'none' }}>
                  {failures.map(({ id, name, finished }) => (
                    <li key={id}>
                      <Link href={`/jobs/${encodeURIComponent(id)}`}>{name}</Link>{' '}
                      <span className="muted">
                        <Ago at={finished} />
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
