import { useEffect, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { killJob, rerunJob, submittedJobId, type Job as JobRecord } from '@portolan/client-jobs';
import { Link, useLocation, useParams } from 'wouter';
import { useJobs } from '../../api/clients';
import { ActionButton } from '../../design/dialogs';
import { Loaded } from '../../design/feedback';
import { PageHead, Tabs, useTab } from '../../design/layout';
import { lazily } from '../../design/lazily';
import { State, Took } from '../../design/texts';
import { isFinished, jobKey, useJob, useJobStates } from './job-query';
import { Summary } from './summary';

const Output = lazily<{ job: JobRecord }>(async () => (await import('./output')).default);
const Files = lazily<{ job: JobRecord }>(async () => (await import('./files')).default);
const Request = lazily<{ job: JobRecord }>(async () => (await import('./request')).default);
const Selection = lazily<{ job: JobRecord }>(async () => (await import('./selection')).default);
const Dependencies = lazily<{ job: JobRecord }>(async () => (await import('./dependencies')).default);

const TABS = {
  summary: 'Summary',
  output: 'Output',
  files: 'Files',
  request: 'Request',
  selection: 'Selection',
  dependencies: 'Dependencies',
} as const;

/** One job: its states, output, files, and why it ran where it ran. */
export default function Job(): ReactNode {
  const { id: encoded = '' } = useParams();
  const id = decodeURIComponent(encoded);
  const result = useJob(id);
  const states = useJobStates(id);
  const tab = useTab(TABS);
  // Most visitors of a job read its output next.
  useEffect(() => Output.preload(), []);
  return (
    <Loaded result={result} title={id}>
      {(job) => (
        <>
          <PageHead title={job.name} beside={<Heading job={job} />}>
            <Actions job={job} />
          </PageHead>
          <Tabs of={TABS} />
          {tab === 'summary' && <Summary job={job} states={states} />}
          {tab === 'output' && <Output job={job} />}
          {tab === 'files' && <Files job={job} />}
          {tab === 'request' && <Request job={job} />}
          {tab === 'selection' && <Selection job={job} />}
          {tab === 'dependencies' && <Dependencies job={job} />}
        </>
      )}
    </Loaded>
  );
}

const Heading = ({ job }: { job: JobRecord }): ReactNode => (
  <>
    <State of={job.status} />
    <span className="muted">
      {job.started !== null && (
        <>
          <Took from={job.started} to={job.finished} /> ·{' '}
        </>
      )}
      <span className="mono">{job.id}</span>
    </span>
  </>
);

function Actions({ job }: { job: JobRecord }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const path = { id: job.id };
  if (!isFinished(job))
    return (
      <ActionButton
        label="Kill"
        isDangerous
        question={<p>The processes of {job.name} are ended. Its output so far is kept.</p>}
        run={async () => {
          await killJob({ client, throwOnError: true, path });
          await queries.invalidateQueries({ queryKey: jobKey(job.id) });
          return `${job.name} is being killed.`;
        }}
      />
    );
  return (
    <>
      <ActionButton
        label="Run again"
        effect="Submits the same request as a new job."
        run={async () => {
          const { response } = await rerunJob({ client, throwOnError: true, path });
          navigate(`/jobs/${encodeURIComponent(submittedJobId(response))}`);
          return `${job.name} was submitted again.`;
        }}
      />
      <Link className="button" href={`/submit?from=${encodeURIComponent(job.id)}`}>
        Run with changes
      </Link>
    </>
  );
}
