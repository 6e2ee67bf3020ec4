import type { ReactNode } from 'react';
import { listScheduleFires, type Schedule } from '@portolan/client-jobs';
import { useJobsQuery } from '../../api/queries';
import { useNow } from '../../design/clock';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { toneOf } from '../../design/states';
import { Table } from '../../design/table';
import { calendarOf, type CalendarDay } from './calendar';
import { scheduleKey } from './schedule-query';
import './calendar.css';

const WEEKS = 5;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Fires that the calendar counts: the newest ones. */
const COUNTED = 1000;
const RENEW_MS = 5000;

/** The outcomes of the fires of the last weeks, day by day. */
export function Calendar({ schedule: { id, timeZone } }: { schedule: Schedule }): ReactNode {
  const now = useNow();
  const result = useJobsQuery(
    [...scheduleKey(id), 'calendar'],
    async (asking) => {
      const from = new Date(Date.now() - WEEKS * 7 * 86_400_000).toISOString();
      const query = { from, size: COUNTED };
      const { data } = await listScheduleFires({ ...asking, path: { id }, query });
      return { fires: data._embedded?.fireList ?? [], total: data.page.totalElements };
    },
    { refetchInterval: RENEW_MS },
  );
  return (
    <Panel title={`Fires of the last ${WEEKS} weeks`}>
      <Loaded result={result}>
        {({ fires, total }) => (
          <>
            <Table label="Calendar" className="calendar" heads={WEEKDAYS}>
              {calendarOf(fires, { timeZone, now, weeks: WEEKS }).map((week, index) => (
                <tr key={week[0]?.date ?? index}>
                  {week.map((day, weekday) => (
                    <td key={WEEKDAYS[weekday]}>{day && <Day of={day} />}</td>
                  ))}
                </tr>
              ))}
            </Table>
            {total > fires.length && (
              <p className="muted small">The newest {counted(fires.length, 'fire')} are counted.</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Day = ({ of: { date, counts } }: { of: CalendarDay }): ReactNode => (
  <div className="calendar-day">
    <span className="muted small">{Number(date.slice(8))}</span>
    {Object.entries(counts).map(([outcome, count]) => (
      <span
        key={outcome}
        className={`calendar-count tone-${toneOf(outcome)}`}
        title={`${date}: ${count} ${outcome}`}
      >
        {count}
        <span className="visually-hidden"> {outcome}</span>
      </span>
    ))}
  </div>
);
