import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { resubmitWorker, type Worker } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';
import { ActionButton } from '../../design/dialogs';
import { Panel, TableScroll } from '../../design/layout';
import { counted } from '../../design/quantities';
import { Ago, State } from '../../design/texts';
import { CONSOLE_USER } from '../streams/console-user';

/** The workers of a job. A worker can be replaced while the job runs. */
export function Workers({
  jobId,
  workers,
  isActive,
}: {
  jobId: string;
  workers: readonly Worker[];
  isActive: boolean;
}): ReactNode {
  const client = useStreams();
  const queries = useQueryClient();
  return (
    <Panel title={counted(workers.length, 'worker')} flush>
      <TableScroll label="Workers">
        <table>
          <thead>
            <tr>
              <th scope="col">Stage</th>
              <th scope="col">Index</th>
              <th scope="col">Number</th>
              <th scope="col">State</th>
              <th scope="col">Host</th>
              <th scope="col">Started</th>
              <th scope="col">Replaces</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {workers.map(({ workerNumber, workerIndex, stageNum, state, slave, startedAt, resubmitOf }) => (
              <tr key={workerNumber}>
                <td>{stageNum}</td>
                <td>{workerIndex}</td>
                <td>{workerNumber}</td>
                <td>
                  <State of={state} />
                </td>
                <td className="mono">{slave ?? '–'}</td>
                <td>{startedAt > 0 ? <Ago at={startedAt} /> : '–'}</td>
                <td>{resubmitOf > 0 ? resubmitOf : '–'}</td>
                <td className="number">
                  {isActive && (
                    <ActionButton
                      label="Replace"
                      isDangerous
                      question={
                        <p>
                          Worker {workerNumber} is ended, and a new one takes its place in stage {stageNum}.
                        </p>
                      }
                      run={async () => {
                        const body = {
                          JobId: jobId,
                          workerNumber,
                          user: CONSOLE_USER,
                          reason: 'replaced in the console',
                        };
                        await resubmitWorker({ client, throwOnError: true, path: { jobId }, body });
                        await queries.invalidateQueries({ queryKey: ['stream', jobId] });
                        return `Worker ${workerNumber} is being replaced.`;
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}
