import type { ReactNode } from 'react';
import { getJob, getJobExecution, getJobRequest, type Client } from '@portolan/client-jobs';
import { orNull } from '../../api/errors';
import { useJobsQuery, type Asking } from '../../api/queries';
import { Failure, Loading } from '../../design/feedback';
import { Table } from '../../design/table';
import { differencesOf } from './differences';
import { jobKey } from './job-query';

/** Returns the request of a job with its cluster, command and host. */
async function circumstancesOf(asking: Asking<Client>, id: string): Promise<object> {
  const options = { ...asking, path: { id } };
  const [request, job, execution] = await Promise.all([
    getJobRequest(options),
    getJob(options),
    // A job that never ran has none.
    orNull(getJobExecution(options)),
  ]);
  const { clusterName, commandName } = job.data;
  return { ...request.data, cluster: clusterName, command: commandName, host: execution?.hostName };
}

/** The fields in which a failed job differs from one that succeeded. */
export function JobDifferences({ failed, succeeded }: { failed: string; succeeded: string }): ReactNode {
  const { data, error } = useJobsQuery([...jobKey(failed), 'differences', succeeded], async (asking) =>
    differencesOf(await circumstancesOf(asking, succeeded), await circumstancesOf(asking, failed)),
  );
  if (data === undefined) return error ? <Failure error={error} /> : <Loading lines={2} />;
  if (data.length === 0) return <p>Request, cluster, command and host were the same then.</p>;
  return (
    <Table label="What changed" heads={['What changed', 'When it succeeded', 'Now']}>
      {data.map(({ field, before, now }) => (
        <tr key={field}>
          <td>{field}</td>
          <td className="mono break">{before}</td>
          <td className="mono break">{now}</td>
        </tr>
      ))}
    </Table>
  );
}
