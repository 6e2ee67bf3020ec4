import { hoursUntil } from './hours';

it('[CONSOLE-OVERVIEW-1] the last day is 24 whole hours, the current one included', () => {
  const now = Date.parse('2026-11-26T01:36:26Z');
  const hours = hoursUntil(now).map((hour) => new Date(hour).toISOString().slice(5, 16));
  expect(hours).toHaveLength(24);
  expect([hours[0], hours[1], hours[23]]).toEqual(['11-25T02:00', '11-25T03:00', '11-26T01:00']);
});
