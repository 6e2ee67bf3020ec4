import type { ReactNode } from 'react';
import { listJobs, type CompactJob } from '@portolan/client-streams';
import { Link } from 'wouter';
import { useStreamsQuery } from '../../api/queries';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { Table } from '../../design/table';

const SHOWN = 10;
/** Slower than the running jobs: what has ended stays. */
const RENEW_MS = 5000;
const KEY = ['streams', 'ended'];

/** The streaming jobs that ended last, with the way to why; nothing while none has. */
export function EndedJobs(): ReactNode {
  const result = useStreamsQuery(
    KEY,
    async (asking) => {
      const order = { sortBy: 'terminatedAt', ascending: false, pageSize: SHOWN } as const;
      const query = { compact: true, activeOnly: false, jobState: 'Terminal', ...order };
      return (await listJobs({ ...asking, query })).data.list as CompactJob[];
    },
    { refetchInterval: RENEW_MS },
  );
  if (result.data?.length === 0) return null;
  return (
    <Panel title="Ended last" flush>
      <Loaded result={result}>
        {(jobs) => (
          <Table label="Jobs that ended last" heads={['Job', 'State', 'User', 'Submitted', 'Ended']}>
            {jobs.map(({ jobId, state, user, submittedAt, terminatedAt }) => (
              <tr key={jobId}>
                <td>
                  <Link href={`/streams/${encodeURIComponent(jobId)}`}>{jobId}</Link>
                </td>
                <td>
                  <State of={state} />
                </td>
                <td>{user}</td>
                <td>
                  <Ago at={submittedAt} />
                </td>
                <td>{terminatedAt > 0 ? <Ago at={terminatedAt} /> : '–'}</td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Panel>
  );
}
