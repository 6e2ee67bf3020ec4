import { CronTimes } from './cron-times';
import { TimeZone } from './time-zone';

const DAY_MS = 86_400_000;

it('finds rare times without looking at all days between them', () => {
  const measured = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const times = CronTimes.parse('30 2 29 2 *', 'Pacific/Chatham');
  let last = Date.UTC(2026, 0, 1);
  for (let fire = 0; fire < 5; fire++) last = times.nextAfter(last) ?? 0;
  expect(new Date(last).toISOString()).toBe('2044-02-28T12:45:00.000Z');
  expect(measured.mock.calls.length).toBeLessThan(100);
  measured.mockRestore();
});

it('finds the same changes of a year before and after it keeps them', () => {
  const zone = TimeZone.named('America/New_York')!;
  const days = Array.from({ length: 40 }, (_, index) => Date.UTC(2027, 0, 1) + index * 9 * DAY_MS + 1234);
  const look = () => days.map((day) => [zone.offsetAt(day), zone.changeBetween(day, day + 3 * DAY_MS)]);
  const before = look();
  for (let again = 0; again < 5; again++) look();
  const measured = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  expect(look()).toEqual(before);
  expect(measured).not.toHaveBeenCalled();
  expect(before.filter(([, change]) => change !== undefined).length).toBeGreaterThan(0);
  measured.mockRestore();
});
