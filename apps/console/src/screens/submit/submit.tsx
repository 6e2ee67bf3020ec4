import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import {
  getJobMetadata,
  getJobRequest,
  resolveJob,
  submitJob,
  submitJobWithAttachments,
  submittedJobId,
  type JobSubmission,
} from '@portolan/client-jobs';
import { useLocation, useSearchParams } from 'wouter';
import { useJobs } from '../../api/clients';
import { dataOf, useJobsQuery } from '../../api/queries';
import { useOwned } from '../../api/use-user';
import { orNull } from '../../api/errors';
import { Failure, Loaded, Loading } from '../../design/feedback';
import { Problem, TextField, contentOf } from '../../design/fields';
import { PageHead, Panel } from '../../design/layout';
import { ActionButton } from '../../design/dialogs';
import { SelectionView } from '../job/selection';
import { FIRST, parseSubmission, submissionFrom } from './submission';
import { SubmissionForm } from './submission-form';
import { useSettled } from '../../design/use-settled';

/** A form and its JSON side by side, with a dry run: what would run where, and why. */
export default function Submit(): ReactNode {
  const [search] = useSearchParams();
  const from = search.get('from');
  const result = useJobsQuery(
    ['job', from, 'request and attachments'],
    async (asking) => {
      const options = { ...asking, path: { id: from ?? '' } };
      // Release 3.2 has no metadata.
      const [request, metadata] = await Promise.all([
        dataOf(getJobRequest(options)),
        orNull(getJobMetadata(options)),
      ]);
      return { request, attachments: metadata?.numAttachments ?? 0 };
    },
    { enabled: from !== null },
  );
  if (from === null) return <Editor title="Submit a job" first={FIRST} />;
  return (
    <Loaded result={result} title={`Run ${from} again`}>
      {({ request, attachments }) => (
        <Editor
          key={from}
          title={`Run ${request.name} again`}
          first={submissionFrom(request)}
          missing={attachments}
        />
      )}
    </Loaded>
  );
}

function Editor({
  title,
  first,
  missing = 0,
}: {
  title: string;
  first: JobSubmission;
  /** Attachments of the job that runs again: the service does not give them away. */
  missing?: number;
}): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const own = useOwned(first);
  const [text, setText] = useState(() => JSON.stringify(own, null, 2));
  const [files, setFiles] = useState<readonly File[]>([]);
  const read = contentOf(() => parseSubmission(text));
  const submission = read.value;
  const send = async (job: JobSubmission): Promise<string> => {
    const attachments = files.map((file) => ({ name: file.name, content: file }));
    const id =
      attachments.length > 0
        ? await submitJobWithAttachments(client, job, attachments)
        : submittedJobId((await submitJob({ client, throwOnError: true, body: job })).response);
    await queries.invalidateQueries({ queryKey: ['jobs'] });
    navigate(`/jobs/${encodeURIComponent(id)}`);
    return `${job.name} was submitted.`;
  };
  return (
    <>
      <PageHead title={title}>
        <ActionButton
          label="Submit"
          effect="Submits the job; it is queued."
          isPrimary
          isDisabled={!submission}
          run={() => send(parseSubmission(text))}
        />
      </PageHead>
      <div className="columns halves">
        <SubmissionForm
          submission={submission}
          onChange={(changed) => setText(JSON.stringify(changed, null, 2))}
          files={files}
          onFiles={setFiles}
          missing={missing}
        />
        <div className="stack">
          <Panel title="Where it would run">{submission && <DryRun submission={submission} />}</Panel>
          <Panel title="As JSON">
            <TextField label="Request" rows={18} value={text} onText={setText} />
            <Problem of={read} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Sends a dry run to the service once the user has stopped typing; nothing is stored. */
function DryRun({ submission }: { submission: JobSubmission }): ReactNode {
  const settled = useSettled(JSON.stringify(submission));
  const { data, error } = useJobsQuery(
    ['dry run', settled],
    (asking) => dataOf(resolveJob({ ...asking, body: JSON.parse(settled) as JobSubmission })),
    { placeholderData: keepPreviousData },
  );
  if (error) return <Failure error={error} />;
  return data ? <SelectionView selection={data} /> : <Loading lines={3} />;
}
