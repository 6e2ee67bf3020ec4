import { useMemo, type ReactNode } from 'react';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import {
  getJobArray,
  listJobs,
  rerunJob,
  submittedJobId,
  type Client,
  type Job,
  type JobArray,
} from '@portolan/client-jobs';
import { Link, useLocation } from 'wouter';
import { useJobs } from '../../api/clients';
import { orNull } from '../../api/errors';
import { useJobsQuery, type Asking } from '../../api/queries';
import { useJobChanges } from '../../api/use-job-changes';
import { ActionButton } from '../../design/dialogs';
import { Failure } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { toneOf } from '../../design/states';
import { State } from '../../design/texts';
import { isFinished, jobKey } from './job-query';
import './array-elements.css';

const PAGE = 1000;
/** Reads the states of the elements that have begun, by index. */
async function statesOf(asking: Asking<Client>, arrayId: string): Promise<Map<number, string>> {
  const states = new Map<number, string>();
  for (let page = 0; ; page += 1) {
    const query = { arrayId, page, size: PAGE };
    const { data } = await listJobs({ ...asking, query });
    for (const { id, status } of data._embedded?.jobSearchResultList ?? [])
      states.set(Number(id.slice(arrayId.length + 1)), status);
    if (page + 1 >= data.page.totalPages) return states;
  }
}

const arrayKey = (id: string): readonly string[] => [...jobKey(id), 'array'];

/** Returns the counts of an array; null for any other job. */
export const useArray = (id: string): UseQueryResult<JobArray | null> =>
  useJobsQuery([...arrayKey(id), 'counts'], (asking) => orNull(getJobArray({ ...asking, path: { id } })));

/** The elements of an array as a grid by state; nothing for any other job. */
export function ArrayElements({ job }: { job: Job }): ReactNode {
  const { data: array, error } = useArray(job.id);
  if (array === undefined && error) return <Failure error={error} />;
  return array ? <Elements job={job} array={array} /> : null;
}

function Elements({ job, array }: { job: Job; array: JobArray }): ReactNode {
  // A release with arrays has the stream of changes, too.
  useJobChanges({ arrayId: job.id }, arrayKey(job.id), !isFinished(job));
  const { data: states, error } = useJobsQuery([...arrayKey(job.id), 'elements'], (asking) =>
    statesOf(asking, job.id),
  );
  return (
    <Panel
      title={`Array of ${array.elements.toLocaleString('en')} elements`}
      actions={<RerunFailed job={job} array={array} />}
    >
      <div className="stack">
        <div className="actions">
          {Object.entries(array.counts).map(([status, count]) => (
            <span key={status}>
              <State of={status} /> {count.toLocaleString('en')}
            </span>
          ))}
          {array.maxRunning !== null && <span className="muted">at most {array.maxRunning} at a time</span>}
        </div>
        {error && <Failure error={error} />}
        {states && <Grid jobId={job.id} size={array.size} states={states} />}
        <p>
          <Link href={`/jobs?arrayId=${encodeURIComponent(job.id)}`}>All elements that have begun</Link>
        </p>
        {array.failed.length > 0 && (
          <p className="break">
            Failed:{' '}
            {array.failed.map((index) => (
              <Link
                key={index}
                className="array-failed"
                href={`/jobs/${encodeURIComponent(`${job.id}.${index}`)}`}
              >
                {index}
              </Link>
            ))}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** One cell for each element: an image of the whole array; the links below it lead to those that failed. */
function Grid({
  jobId,
  size,
  states,
}: {
  jobId: string;
  size: number;
  states: ReadonlyMap<number, string>;
}): ReactNode {
  const [, navigate] = useLocation();
  const cells = useMemo(() => Array.from({ length: size }, (_, index) => states.get(index)), [size, states]);
  return (
    <div
      className="array-grid"
      role="img"
      aria-label={`${states.size} of ${size} elements have begun`}
      onClick={(event) => {
        const { index } = (event.target as HTMLElement).dataset;
        // An element that has not begun has no page.
        if (index !== undefined && states.has(Number(index)))
          navigate(`/jobs/${encodeURIComponent(`${jobId}.${index}`)}`);
      }}
    >
      {cells.map((status, index) => (
        <i
          key={index}
          data-index={index}
          className={status === undefined ? 'array-cell' : `array-cell tone-${toneOf(status)}`}
          title={`${index}: ${status ?? 'not begun'}`}
        />
      ))}
    </div>
  );
}

function RerunFailed({ job, array }: { job: Job; array: JobArray }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  if (array.failed.length === 0 || !isFinished(job)) return null;
  return (
    <ActionButton
      label="Run the failed ones again"
      effect="Submits the elements that failed as a new array."
      run={async () => {
        const { response } = await rerunJob({
          client,
          throwOnError: true,
          path: { id: job.id },
          query: { failed: true },
        });
        await queries.invalidateQueries({ queryKey: ['jobs'] });
        navigate(`/jobs/${encodeURIComponent(submittedJobId(response))}`);
        return 'The failed elements were submitted as a new array.';
      }}
    />
  );
}
