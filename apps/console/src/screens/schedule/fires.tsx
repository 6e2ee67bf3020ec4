import type { ReactNode } from 'react';
import { listScheduleFires, type Fire } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { usePages } from '../../api/pages';
import { useAddress } from '../../design/address';
import { Choices } from '../../design/button';
import { Empty } from '../../design/feedback';
import { PagedTable } from '../../design/paged-table';
import { Ago, State } from '../../design/texts';
import { absoluteTime } from '../../design/time';
import type { Column } from '../../design/virtual-table';
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
  const [search, set] = useAddress();
  const outcome = search.get('outcome');
  const list = usePages({
    key: [...scheduleKey(scheduleId), 'fires', outcome],
    renewMs: RENEW_MS,
    read: async (asking, part) => {
      const query = { ...part, ...(outcome !== null && { outcome: [outcome] }) };
      const { data } = await listScheduleFires({ ...asking, path: { id: scheduleId }, query });
      return { rows: data._embedded?.fireList ?? [], total: data.page.totalElements };
    },
  });
  return (
    <section className="fill" aria-label="Fires">
      <Choices
        label="Outcomes"
        of={OUTCOMES}
        chosen={[outcome]}
        choose={(one) => set({ outcome: one === outcome ? undefined : one })}
      />
      <PagedTable
        label="Fires"
        columns={COLUMNS}
        list={list}
        keyOf={({ time }) => time}
        empty={
          <Empty title={outcome === null ? 'It has not fired yet' : `No fire is recorded as ${outcome}`} />
        }
      />
    </section>
  );
}
