import type { ReactNode } from 'react';
import { listScheduleFires, type Fire } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { usePages } from '../../api/pages';
import { useAddress } from '../../design/address';
import { Empty, Failure, Loading } from '../../design/feedback';
import { Ago, State } from '../../design/texts';
import { absoluteTime } from '../../design/time';
import { VirtualTable, type Column } from '../../design/virtual-table';
import { scheduleKey } from './schedule-query';

const OUTCOMES: readonly Fire['outcome'][] = ['started', 'buffered', 'skipped', 'missed', 'failed'];
const RENEW_MS = 2000;

const COLUMNS: readonly Column<Fire>[] = [
  { head: 'Outcome', width: '96px', cell: ({ outcome }) => <State of={outcome} /> },
  {
    head: 'Time',
    width: '200px',
    cell: ({ time }) => <span className="mono">{absoluteTime(Date.parse(time))}</span>,
  },
  { head: 'Ago', width: '84px', cell: ({ time }) => <Ago at={time} /> },
  {
    head: 'Job',
    width: 'minmax(200px, 1fr)',
    cell: ({ jobId }) =>
      jobId === null ? (
        '–'
      ) : (
        <Link className="mono" href={`/jobs/${encodeURIComponent(jobId)}`}>
          {jobId}
        </Link>
      ),
  },
  { head: 'Reason', width: 'minmax(140px, 1fr)', cell: ({ reason }) => reason ?? '' },
];

/** The fires of a schedule, newest first; the outcome that is shown is in the address. */
export function Fires({ scheduleId }: { scheduleId: string }): ReactNode {
  const client = useJobs();
  const [search, set] = useAddress();
  const outcome = search.get('outcome');
  const { total, error, rowAt, show } = usePages({
    key: [...scheduleKey(scheduleId), 'fires', outcome],
    renewMs: RENEW_MS,
    read: async (page, size, signal) => {
      const query = { page, size, ...(outcome !== null && { outcome: [outcome] }) };
      const path = { id: scheduleId };
      const { data } = await listScheduleFires({ client, signal, throwOnError: true, path, query });
      return { rows: data._embedded?.fireList ?? [], total: data.page.totalElements };
    },
  });
  return (
    <section className="fill" aria-label="Fires">
      <span className="actions" role="group" aria-label="Outcomes">
        {OUTCOMES.map((one) => (
          <button
            key={one}
            className="button small"
            type="button"
            aria-pressed={one === outcome}
            onClick={() => set({ outcome: one === outcome ? undefined : one })}
          >
            {one}
          </button>
        ))}
      </span>
      {error != null && <Failure error={error} />}
      {total === undefined && error == null && <Loading />}
      {total === 0 && (
        <Empty title={outcome === null ? 'It has not fired yet' : `No fire is recorded as ${outcome}`} />
      )}
      {total !== undefined && total > 0 && (
        <VirtualTable
          label="Fires"
          columns={COLUMNS}
          count={total}
          rowAt={rowAt}
          keyOf={({ time }) => time}
          onRange={show}
        />
      )}
    </section>
  );
}
