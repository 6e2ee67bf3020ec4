import type { ReactNode } from 'react';
import type { JobAttempt } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { Panel } from '../../design/layout';
import { Ago, Took } from '../../design/texts';

/** The attempts of a job, oldest first, with a link to the output of each. */
export const Attempts = ({
  jobId,
  attempts,
}: {
  jobId: string;
  attempts: readonly JobAttempt[];
}): ReactNode => (
  <Panel title="Attempts" flush>
    <table>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Node</th>
          <th scope="col">Started</th>
          <th scope="col">Took</th>
          <th scope="col">Exit code</th>
          <th scope="col">Reason</th>
          <th scope="col">Output</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  </Panel>
);
