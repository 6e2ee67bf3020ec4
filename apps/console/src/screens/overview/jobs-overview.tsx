import type { ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { listJobs, type Client, type NodeView } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { isFinal } from '../../api/job-states';
import { useJobsQuery } from '../../api/queries';
import { useJobChanges } from '../../api/use-job-changes';
import { errorOf, useLastError, type Asked } from '../../api/use-last-error';
import { useNodes } from '../../api/use-nodes';
import { useRelease } from '../../api/use-release';
import { Failure, Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { Ago, State } from '../../design/texts';
import { NoJobYet } from '../jobs/no-job-yet';

const DAY_MS = 86_400_000;
/** The figures of the last 24 hours change even while no job does. */
const RENEW_MS = 60_000;
export const NODES_RENEW_MS = 5000;
const KEY = ['overview', 'jobs'];
const STATES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED'] as const;
const SHOWN_FAILURES = 8;

async function countOf(client: Client, status: string, now: number, signal: AbortSignal): Promise<number> {
  const finished = isFinal(status) ? { minFinished: now - DAY_MS } : {};
  const query = { status: [status], size: 1, ...finished };
  return (await listJobs({ client, signal, throwOnError: true, query })).data.page.totalElements;
}

/** Jobs by state, renewed at every change of a job, as are the figures in `children`, which come after those by state. */
export function JobsOverview({ children }: { children: ReactNode }): ReactNode {
  const renewMs = useJobChanges({}, KEY);
  const client = useJobs();
  const release = useRelease();
  // Releases before 4.0 have no ACCEPTED.
  const waiting = release === '3.2' ? 'INIT' : 'ACCEPTED';
  const states = [waiting, ...STATES];
  const results = useQueries({
    queries: states.map((status) => ({
      queryKey: [...KEY, 'counts', status],
      // A search for a state that the release does not have is refused.
      enabled: release !== undefined || status !== waiting,
      refetchInterval: renewMs || RENEW_MS,
      queryFn: ({ signal }: { signal: AbortSignal }) => countOf(client, status, Date.now(), signal),
    })),
  });
  const isAnswered = results.every(({ data }) => data !== undefined);
  const error = useLastError({
    data: isAnswered || undefined,
    error: results.map(errorOf).find((one) => one != null),
  });
  return (
    <>
      <Panel title="Batch jobs" flush actions={<Link href="/jobs">All jobs</Link>}>
        {error != null && <Failure error={error} />}
        <ul className="figures">
          {results.map((result, index) => (
            <JobFigure key={states[index]} status={states[index] ?? ''} result={result} />
          ))}
          <FreeSlots />
        </ul>
      </Panel>
      {!isAnswered ? (
        <div className="overview-plots" />
      ) : (
        <FirstJob isIdle={results.every(({ data }) => data === 0)}>{children}</FirstJob>
      )}
    </>
  );
}

/** Leads to a first job where none has ever been submitted; elsewhere `children`. @param isIdle no job was found by the figures */
function FirstJob({ isIdle, children }: { isIdle: boolean; children: ReactNode }): ReactNode {
  const { data: total } = useJobsQuery(
    [...KEY, 'total'],
    async (asking) => (await listJobs({ ...asking, query: { size: 1 } })).data.page.totalElements,
    { enabled: isIdle },
  );
  if (!isIdle || total !== 0) return children;
  return (
    <section className="panel overview-plots" aria-label="First job">
      <NoJobYet />
    </section>
  );
}

const JobFigure = ({ status, result }: { status: string; result: Asked<number> }): ReactNode => (
  <Figure
    href={`/jobs?status=${status}${isFinal(status) ? '&finishedIn=24h' : ''}`}
    count={useDataOf(result)}
  >
    <State of={status} />
    <span className="muted small">{isFinal(status) ? 'in the last 24 h' : 'now'}</span>
  </Figure>
);

/** A number with a link to what it counts; undefined while it loads, null when it could not be read. */
function Figure({
  count,
  href,
  children,
}: {
  count: number | null | undefined;
  href: string;
  children: ReactNode;
}): ReactNode {
  return (
    <li>
      {count === undefined && <span className="skeleton" role="status" aria-label="Loading" />}
      {count === null && <span className="muted">–</span>}
      {typeof count === 'number' && <Link href={href}>{count.toLocaleString('en')}</Link>}
      {children}
    </li>
  );
}

/** Returns the answer of a query; undefined while it loads, null when it could not be read. */
function useDataOf<T>(result: Asked<T>): T | null | undefined {
  const error = useLastError(result);
  return result.data ?? (error == null ? undefined : null);
}

/** Returns the nodes that take launches: not those that are lost or leave service. Pure. */
const takingLaunches = (nodes: readonly NodeView[]): readonly NodeView[] =>
  nodes.filter(({ state, accepting }) => accepting && state === 'ACTIVE');

/** Returns how many of some nodes take launches, in words. Pure. */
function launchesTaken(nodes: readonly NodeView[]): string {
  const taking = takingLaunches(nodes).length;
  return `${taking} of ${counted(nodes.length, 'node')} ${taking === 1 ? 'takes' : 'take'} launches`;
}

function FreeSlots(): ReactNode {
  const nodes = useDataOf(useNodes(NODES_RENEW_MS));
  return (
    <Figure
      href="/nodes"
      count={nodes && takingLaunches(nodes).reduce((sum, { freeSlots }) => sum + freeSlots, 0)}
    >
      <span>free slots</span>
      <span className="muted small">{nodes && launchesTaken(nodes)}</span>
    </Figure>
  );
}

export function FailedJobs(): ReactNode {
  // By the last change, not by the end: a job for which no cluster was found has none.
  const query = { status: ['FAILED'], sort: ['updated,desc'], size: SHOWN_FAILURES };
  const result = useJobsQuery(
    [...KEY, 'failed'],
    async (asking) => (await listJobs({ ...asking, query })).data._embedded?.jobSearchResultList ?? [],
    { refetchInterval: RENEW_MS },
  );
  return (
    <Panel title="Failed last" actions={<Link href="/jobs?status=FAILED">All failed jobs</Link>}>
      <Loaded result={result}>
        {(failures) =>
          failures.length === 0 ? (
            <p className="muted">No job has failed.</p>
          ) : (
            <ul className="plain-list">
              {failures.map(({ id, name, finished }) => (
                <li key={id}>
                  <Link href={`/jobs/${encodeURIComponent(id)}`} title={`${name}, ${id}`}>
                    {name}
                  </Link>
                  <span className="muted">{finished === null ? 'did not start' : <Ago at={finished} />}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
