import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listJobs, listNodes, type Client } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { useJobChanges } from '../../api/use-job-changes';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';

const DAY_MS = 86_400_000;
/** Figures of the last 24 hours move on also when no job changes. */
const RENEW_MS = 60_000;
/** Nodes have no stream of changes. */
const NODES_RENEW_MS = 5000;
const KEY = ['overview', 'jobs'];
const STATES = ['ACCEPTED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED'] as const;
const FINISHED = new Set<string>(['SUCCEEDED', 'FAILED', 'KILLED']);
const SHOWN_FAILURES = 8;

async function countOf(client: Client, status: string, now: number, signal: AbortSignal): Promise<number> {
  const finished = FINISHED.has(status) ? { minFinished: now - DAY_MS } : {};
  const query = { status: [status], size: 1, ...finished };
  return (await listJobs({ client, signal, throwOnError: true, query })).data.page.totalElements;
}

/** Jobs by state, renewed at every change of a job, as are the figures in `children`. */
export function JobsOverview({ children }: { children: ReactNode }): ReactNode {
  const renewMs = useJobChanges({}, KEY);
  return (
    <>
      <JobCounts renewMs={renewMs || RENEW_MS} />
      {children}
    </>
  );
}

/** How many jobs are in which state, and the free slots of the nodes. */
function JobCounts({ renewMs }: { renewMs: number }): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: [...KEY, 'counts'],
    refetchInterval: renewMs,
    queryFn: ({ signal }) => {
      const now = Date.now();
      return Promise.all(STATES.map((status) => countOf(client, status, now, signal)));
    },
  });
  return (
    <Panel title="Batch jobs" flush actions={<Link href="/jobs">All jobs</Link>}>
      <Loaded result={result}>
        {(counts) => (
          <ul className="figures">
            {STATES.map((status, index) => (
              <li key={status}>
                <Link href={`/jobs?status=${status}`}>{(counts[index] ?? 0).toLocaleString('en')}</Link>
                <State of={status} />
                <span className="muted small">{FINISHED.has(status) ? 'in the last 24 h' : 'now'}</span>
              </li>
            ))}
            <FreeSlots />
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function FreeSlots(): ReactNode {
  const client = useJobs();
  const { data: nodes = [] } = useQuery({
    queryKey: ['overview', 'nodes'],
    refetchInterval: NODES_RENEW_MS,
    queryFn: async ({ signal }) =>
      (await listNodes({ client, signal, throwOnError: true })).data._embedded.nodeList,
  });
  return (
    <li>
      <Link href="/nodes">
        {nodes.reduce((sum, { freeSlots }) => sum + freeSlots, 0).toLocaleString('en')}
      </Link>
      <span>free slots</span>
      <span className="muted small">
        {nodes.filter(({ accepting }) => accepting).length} of {nodes.length} nodes take launches
      </span>
    </li>
  );
}

/** The jobs that failed last. */
export function FailedJobs(): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: [...KEY, 'failed'],
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
