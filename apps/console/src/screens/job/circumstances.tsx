import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getJobOutput, listJobs, type Job } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { useArray } from './array-elements';
import { jobKey } from './job-query';
import { JobDifferences } from './job-differences';

/** Lines of stderr that are shown. */
const TAIL = 20;

/** The causes of a failure: message, end of stderr, and differences from the last run that succeeded. */
export function Circumstances({ job }: { job: Job }): ReactNode {
  // The elements of an array write, not the array.
  const isArray = useArray(job.id) != null;
  return (
    <Panel title="What went wrong" actions={<State of={job.status} />}>
      <div className="stack">
        <p>
          <strong className="break">{job.statusMsg ?? 'No reason is known.'}</strong>
        </p>
        {!isArray && <Stderr job={job} />}
        <LastSuccess job={job} />
      </div>
    </Panel>
  );
}

function Stderr({ job: { id } }: { job: Job }): ReactNode {
  const client = useJobs();
  const { data } = useQuery({
    queryKey: [...jobKey(id), 'stderr'],
    queryFn: async ({ signal }) => {
      const path = { id, path: 'stderr' };
      const { data, response } = await getJobOutput({
        client,
        signal,
        path,
        query: { tail: TAIL },
        parseAs: 'text',
      });
      return response?.ok && typeof data === 'string' ? data : '';
    },
  });
  if (!data) return <p className="muted">It wrote nothing to stderr.</p>;
  return (
    <div>
      <h3>
        The end of stderr ·{' '}
        <Link href={`/jobs/${encodeURIComponent(id)}?tab=output&file=stderr`}>all of it</Link>
      </h3>
      <pre className="json" tabIndex={0} role="region" aria-label="The end of stderr">
        {data}
      </pre>
    </div>
  );
}

function LastSuccess({ job }: { job: Job }): ReactNode {
  const client = useJobs();
  const { data: before } = useQuery({
    queryKey: [...jobKey(job.id), 'last success'],
    queryFn: async ({ signal }) => {
      const query = {
        name: job.name,
        status: ['SUCCEEDED'],
        size: 1,
        sort: ['finished,desc'],
        maxFinished: Date.parse(job.created),
      };
      const { data } = await listJobs({ client, signal, throwOnError: true, query });
      return data._embedded?.jobSearchResultList[0] ?? null;
    },
  });
  if (before === undefined) return null;
  if (before === null) return <p className="muted">No job of this name has succeeded before.</p>;
  return (
    <div className="stack">
      <p>
        The last job of this name that succeeded is{' '}
        <Link className="mono" href={`/jobs/${encodeURIComponent(before.id)}`}>
          {before.id}
        </Link>
        , <Ago at={before.finished} />.
      </p>
      <JobDifferences failed={job.id} succeeded={before.id} />
    </div>
  );
}
