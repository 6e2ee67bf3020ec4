import { nextFire, nextFires, type TimesOf } from './schedule-times';

const at = (text: string): number => Date.parse(text);
const daily = (change: Partial<TimesOf> = {}): TimesOf => ({
  cron: '0 12 * * *',
  timeZone: 'UTC',
  start: null,
  end: null,
  ...change,
});

describe('the fires of a schedule', () => {
  it('[V3-SCHED-7] follow each other', () => {
    expect(nextFires(daily(), at('2026-11-25T12:00:00Z'), 2)).toEqual([
      at('2026-11-26T12:00:00Z'),
      at('2026-11-27T12:00:00Z'),
    ]);
  });

  it('[V3-SCHED-21] begin with the start and finish with the end, both included', () => {
    const bounded = daily({ start: at('2026-11-26T12:00:00Z'), end: at('2026-11-27T12:00:00Z') });
    expect(nextFires(bounded, at('2026-01-01T00:00:00Z'), 5)).toEqual([bounded.start, bounded.end]);
    const shorter = daily({ start: at('2026-11-26T12:00:00.001Z'), end: at('2026-11-28T11:59:59.999Z') });
    expect(nextFires(shorter, 0, 5)).toEqual([at('2026-11-27T12:00:00Z')]);
    expect(nextFire(bounded, at('2026-11-27T12:00:00Z'))).toBeUndefined();
  });

  it('[V3-SCHED-18] includes a fire at the end of the range', () => {
    const until = at('2026-11-27T12:00:00Z');
    expect(nextFires(daily(), at('2026-11-26T12:00:00Z') - 1, 10, until)).toHaveLength(2);
  });
});
