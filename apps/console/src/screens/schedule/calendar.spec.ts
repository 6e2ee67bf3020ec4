import type { Fire } from '@portolan/client-jobs';
import { calendarOf } from './calendar';

const fire = (time: string, outcome: Fire['outcome']): Fire => ({ time, outcome, jobId: null, reason: null });

it('[CONSOLE-SCHEDULE-1] the calendar has weeks from Monday on, and fires on the days of their zone', () => {
  // 23:30 UTC on Wednesday is Thursday in Berlin.
  const fires = [
    fire('2026-11-25T23:30:00Z', 'started'),
    fire('2026-11-25T23:40:00Z', 'started'),
    fire('2026-11-26T08:00:00Z', 'failed'),
  ];
  const now = Date.parse('2026-11-26T12:00:00Z');
  const weeks = calendarOf(fires, { timeZone: 'Europe/Berlin', now, weeks: 2 });
  expect(weeks.map((week) => week[0]?.date)).toEqual(['2026-11-16', '2026-11-23']);
  expect(weeks[1]?.[2]).toEqual({ date: '2026-11-25', counts: {} });
  expect(weeks[1]?.[3]).toEqual({ date: '2026-11-26', counts: { started: 2, failed: 1 } });
  expect(weeks[1]?.[4]).toBeUndefined();
});

it('[CONSOLE-SCHEDULE-1] the calendar crosses the change of a clock without losing a day', () => {
  const now = Date.parse('2026-10-26T12:00:00Z');
  const weeks = calendarOf([], { timeZone: 'Europe/Berlin', now, weeks: 2 });
  expect(weeks.flat().map((day) => day?.date.slice(8))).toEqual([
    ...['19', '20', '21', '22', '23', '24', '25', '26'],
    ...Array.from({ length: 6 }, () => undefined),
  ]);
});
