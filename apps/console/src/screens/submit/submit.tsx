import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getJobRequest,
  resolveJob,
  submitJob,
  submitJobWithAttachments,
  submittedJobId,
  type JobSubmission,
} from '@portolan/client-jobs';
import { useLocation, useSearchParams } from 'wouter';
import { useJobs } from '../../api/clients';
import { useOwned } from '../../api/use-user';
import { messageOf } from '../../api/errors';
import { Loading, Failure } from '../../design/feedback';
import { PageHead, Panel } from '../../design/layout';
import { report } from '../../design/toasts';
import { SelectionView } from '../job/selection-view';
import { FIRST, parseSubmission, submissionFrom } from './submission';
import { SubmissionForm } from './submission-form';
import { useSettled } from '../../design/use-settled';

/** A form and its JSON side by side, with a dry run: what would run where, and why. */
export default function Submit(): ReactNode {
  const client = useJobs();
  const [search] = useSearchParams();
  const from = search.get('from');
  const { data, error } = useQuery({
    queryKey: ['job', from, 'request'],
    enabled: from !== null,
    queryFn: async ({ signal }) =>
      (await getJobRequest({ client, signal, throwOnError: true, path: { id: from ?? '' } })).data,
  });
  if (from === null) return <Editor title="Submit a job" first={FIRST} />;
  if (error) return <Failure error={error} />;
  return data ? <Editor title={`Run ${data.name} again`} first={submissionFrom(data)} /> : <Loading />;
}

function Editor({ title, first }: { title: string; first: JobSubmission }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const own = useOwned(first);
  const [text, setText] = useState(() => JSON.stringify(own, null, 2));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isBusy, setBusy] = useState(false);
  const read = readText(text);
  const send = async (submission: JobSubmission): Promise<void> => {
    setBusy(true);
    try {
      const id =
        files.length > 0
          ? await submitJobWithAttachments(
              client,
              submission,
              files.map((file) => ({ name: file.name, content: file })),
            )
          : submittedJobId((await submitJob({ client, throwOnError: true, body: submission })).response);
      await queries.invalidateQueries({ queryKey: ['jobs'] });
      report(`${submission.name} was submitted.`);
      navigate(`/jobs/${encodeURIComponent(id)}`);
    } catch (error) {
      report(messageOf(error), { isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHead title={title}>
        <button
          className="button primary"
          type="button"
          disabled={isBusy || read.submission === undefined}
          onClick={() => read.submission && void send(read.submission)}
        >
          {isBusy ? 'Submitting …' : 'Submit'}
        </button>
      </PageHead>
      <div className="columns halves">
        <SubmissionForm
          submission={read.submission}
          onChange={(submission) => setText(JSON.stringify(submission, null, 2))}
          files={files}
          onFiles={setFiles}
        />
        <div className="stack">
          <Panel title="Where it would run">
            {read.submission && <DryRun submission={read.submission} />}
          </Panel>
          <Panel title="As JSON">
            <label className="field">
              <span>Request</span>
              <textarea
                rows={18}
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </label>
            {read.problem && (
              <p className="alert" role="alert">
                {read.problem}
              </p>
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}

function readText(text: string): { submission?: JobSubmission; problem?: string } {
  try {
    return { submission: parseSubmission(text) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Sends a dry run to the service once the user has stopped typing; nothing is stored. */
function DryRun({ submission }: { submission: JobSubmission }): ReactNode {
  const client = useJobs();
  const settled = useSettled(JSON.stringify(submission));
  const { data, error } = useQuery({
    queryKey: ['dry run', settled],
    queryFn: async ({ signal }) =>
      (await resolveJob({ client, signal, throwOnError: true, body: JSON.parse(settled) as JobSubmission }))
        .data,
    placeholderData: keepPreviousData,
  });
  if (error) return <Failure error={error} />;
  return data ? <SelectionView selection={data} /> : <Loading lines={3} />;
}
