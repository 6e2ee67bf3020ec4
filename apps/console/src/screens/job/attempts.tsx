import type { ReactNode } from 'react';
import type { JobAttempt } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { Panel } from '../../design/layout';
import { Ago, Took } from '../../design/texts';
import { Table } from '../../design/table';

/** The attempts of a job, oldest first, with a link to the output of each. */
export const Attempts = ({
  jobId,
  attempts,
}: {
  jobId: string;
  attempts: readonly JobAttempt[];
}): ReactNode => (
  <Panel title="Attempts" flush>
    <Table
      label="Attempts, oldest first"
      heads={['Attempt', 'Node', 'Started', 'Took', 'Exit code', 'Reason', 'Output']}
    >
      {attempts.map(({ attempt, nodeId, hostName, started, finished, exitCode, reason }) => (
        <tr key={attempt}>
          <td>{attempt}</td>
          <td className="mono">{hostName ?? nodeId ?? '–'}</td>
          <td>
            <Ago at={started} />
          </td>
          <td>
            <Took from={started} to={finished} />
          </td>
          <td>{exitCode ?? '–'}</td>
          <td className="break">{reason ?? '–'}</td>
          <td>
            <Link href={`/jobs/${encodeURIComponent(jobId)}?tab=files&attempt=${attempt}`}>Files</Link>
          </td>
        </tr>
      ))}
    </Table>
  </Panel>
);
