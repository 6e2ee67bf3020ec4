import {
  getJobExecution,
  getJobMetadata,
  listJobAttempts,
  type Job,
  type JobStatusEvent,
} from '@portolan/client-jobs';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { orNull, statusOf } from '../../api/errors';
import { useJobsQuery } from '../../api/queries';
import { Failure } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, Facts, Tags, Took } from '../../design/texts';
import { bytes } from '../../design/quantities';
import { ArrayElements } from './array-elements';
import { Attempts } from './attempts';
import { Circumstances } from './circumstances';
import { isFinished, jobKey } from './job-query';
import { Timeline } from './timeline';

/** The course of a job, its description and its execution. */
export function Summary({ job, states }: { job: Job; states: readonly JobStatusEvent[] }): ReactNode {
  const { data: attempts, error } = useAttempts(job);
  return (
    <div className="stack">
      {job.statusMsg && !isFailed(job) && <div className="alert plain">{job.statusMsg}</div>}
      {isFailed(job) && <Circumstances job={job} />}
      <ArrayElements job={job} />
      <Panel title="Timeline">
        <Timeline job={job} states={states} />
      </Panel>
      {!attempts && error && <Failure error={error} />}
      {attempts && attempts.length > 1 && <Attempts jobId={job.id} attempts={attempts} />}
      <div className="columns">
        <Panel title="Job">
          <Facts
            of={{
              User: job.user,
              Version: job.version,
              Description: job.description,
              Tags: job.tags.length > 0 && <Tags of={job.tags} />,
              Cluster: job.clusterName,
              Command: job.commandName,
              Arguments: job.commandArgs && <code className="break">{job.commandArgs}</code>,
              Grouping: [job.grouping, job.groupingInstance].filter(Boolean).join(' / '),
              Created: <Ago at={job.created} />,
              Started: <Ago at={job.started} />,
              Finished: isFinished(job) && <Ago at={job.finished} />,
              Took: <Took from={job.started} to={job.finished} />,
            }}
          />
        </Panel>
        <Execution job={job} />
      </div>
    </div>
  );
}

const isFailed = ({ status }: Job): boolean =>
  status === 'FAILED' || status === 'KILLED' || status === 'INVALID';

/** Releases before 4.3 have no attempts. */
const useAttempts = ({ id }: Job) =>
  useJobsQuery([...jobKey(id), 'attempts'], (asking) => orNull(listJobAttempts({ ...asking, path: { id } })));

function Execution({ job }: { job: Job }): ReactNode {
  const { id } = job;
  const { data, error } = useJobsQuery([...jobKey(id), 'execution'], async (asking) => {
    const options = { ...asking, path: { id } };
    // Release 3.2 has no metadata.
    const [execution, metadata] = await Promise.all([
      getJobExecution(options),
      orNull(getJobMetadata(options)),
    ]);
    return { ...execution.data, ...metadata };
  });
  return (
    <Panel title="Execution">
      {data ? (
        <Facts
          of={{
            Host: data.hostName && (
              <Link href="/nodes" className="mono">
                {data.hostName}
              </Link>
            ),
            Process: data.processId,
            'Exit code': data.exitCode,
            Memory: data.memory !== null && `${data.memory} MB`,
            Archive: data.archiveStatus,
            stdout: data.stdOutSize != null && bytes(data.stdOutSize),
            stderr: data.stdErrSize != null && bytes(data.stdErrSize),
            Attachments:
              (data.numAttachments ?? 0) > 0 &&
              `${data.numAttachments}, ${bytes(data.totalSizeOfAttachments ?? 0)}`,
            'Submitted from': data.clientHost,
            Client: data.userAgent,
          }}
        />
      ) : (
        <NoExecution job={job} error={error} />
      )}
    </Panel>
  );
}

/** Says why there is no execution: the job has none, or it cannot be read, or is not read yet. */
function NoExecution({ job, error }: { job: Job; error: unknown }): ReactNode {
  if (error != null && statusOf(error) !== 404) return <Failure error={error} />;
  if (error == null) return <p className="muted">Loading …</p>;
  return <p className="muted">{isFinished(job) ? 'It did not run.' : 'It has not run yet.'}</p>;
}
