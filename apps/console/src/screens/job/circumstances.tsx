import type { ReactNode } from 'react';
import { getJobOutput, listJobs, type Client, type Job } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { orNull } from '../../api/errors';
import { useJobsQuery, type Asking } from '../../api/queries';
import { Failure } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { AnsiLine } from './ansi-line';
import { useArray } from './array-elements';
import { jobKey } from './job-query';
import { JobDifferences } from './job-differences';

/** Lines of the output that are shown. */
const TAIL = 20;
/** Where a job reports what went wrong, the likeliest first. */
const FILES = ['stderr', 'stdout'] as const;

/** The causes of a failure: message, end of the output, and differences from the last run that succeeded. */
export function Circumstances({ job }: { job: Job }): ReactNode {
  // The elements of an array are selected and write, not the array.
  const isSingle = useArray(job.id).data === null;
  return (
    <Panel title="What went wrong" actions={<State of={job.status} />}>
      <div className="stack">
        <p>
          <strong className="break">{job.statusMsg ?? 'No reason is known.'}</strong>
        </p>
        {isSingle && (job.commandName === null ? <NotSelected job={job} /> : <Written job={job} />)}
        <LastSuccess job={job} />
      </div>
    </Panel>
  );
}

/** The end of what a job wrote: of its errors, else of its output, where many programs report them. */
function Written({ job: { id } }: { job: Job }): ReactNode {
  const { data: end, error } = useJobsQuery([...jobKey(id), 'end of output'], async (asking) => {
    for (const file of FILES) {
      const text = await endOf(asking, id, file);
      if (text !== '') return { file, text };
    }
    return null;
  });
  if (end === undefined) return error && <Failure error={error} />;
  if (end === null) return <p className="muted">It wrote nothing to stderr, and nothing to stdout.</p>;
  const { file, text } = end;
  return (
    <div>
      <h3>
        The end of {file} ·{' '}
        <Link href={`/jobs/${encodeURIComponent(id)}?tab=output&file=${file}`}>all of it</Link>
      </h3>
      {file !== FILES[0] && <p className="muted">It wrote nothing to stderr.</p>}
      <pre className="json" tabIndex={0} role="region" aria-label={`The end of ${file}`}>
        <AnsiLine text={text} />
      </pre>
    </div>
  );
}

/** Returns the last lines of a file, empty when nothing was written to it. @throws ApiError when the file cannot be read */
async function endOf(asking: Asking<Client>, id: string, file: string): Promise<string> {
  const options = { ...asking, path: { id, path: file }, query: { tail: TAIL }, parseAs: 'text' } as const;
  const data = await orNull(getJobOutput(options));
  return typeof data === 'string' ? data : '';
}

/** A job without a cluster and a command was not started: its selection says what was missing. */
const NotSelected = ({ job: { id } }: { job: Job }): ReactNode => (
  <p>
    It was not started: no cluster and command were selected.{' '}
    <Link href={`/jobs/${encodeURIComponent(id)}?tab=selection`}>What was missing</Link>
  </p>
);

function LastSuccess({ job }: { job: Job }): ReactNode {
  const { data: before, error } = useJobsQuery([...jobKey(job.id), 'last success'], async (asking) => {
    const query = {
      name: job.name,
      status: ['SUCCEEDED'],
      size: 1,
      sort: ['finished,desc'],
      maxFinished: Date.parse(job.created),
    };
    const { data } = await listJobs({ ...asking, query });
    return data._embedded?.jobSearchResultList[0] ?? null;
  });
  if (before === undefined) return error && <Failure error={error} />;
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
