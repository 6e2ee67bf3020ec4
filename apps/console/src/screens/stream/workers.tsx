import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { resubmitWorker, type Worker } from '@portolan/client-streams';
import { Link } from 'wouter';
import { useStreams } from '../../api/clients';
import { useUser } from '../../api/use-user';
import { ActionButton } from '../../design/dialogs';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { Ago, State } from '../../design/texts';
import { ACTIONS, Table } from '../../design/table';

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
  const user = useUser();
  return (
    <Panel title={counted(workers.length, 'worker')} flush>
      <Table
        label="Workers"
        heads={['Stage', 'Index', 'Number', 'State', 'Host', 'Started', 'Replaces', ACTIONS]}
      >
        {workers.map(
          ({ workerNumber, workerIndex, stageNum, state, reason, slave, startedAt, resubmitOf }) => (
            <tr key={workerNumber}>
              <td>{stageNum}</td>
              <td>{workerIndex}</td>
              <td>
                <Link href={`?tab=logs&worker=${workerNumber}`}>{workerNumber}</Link>
              </td>
              <td className="break">
                <State of={state} /> {reason !== 'Normal' && <span className="muted">{reason}</span>}
              </td>
              <td className="mono">{slave ?? '–'}</td>
              <td>{startedAt > 0 ? <Ago at={startedAt} /> : '–'}</td>
              <td>
                {resubmitOf > 0 ? <Link href={`?tab=logs&worker=${resubmitOf}`}>{resubmitOf}</Link> : '–'}
              </td>
              <td className="number">
                {isActive && (
                  <ActionButton
                    label="Replace"
                    about={`worker ${workerNumber}`}
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
                        user,
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
          ),
        )}
      </Table>
    </Panel>
  );
}
