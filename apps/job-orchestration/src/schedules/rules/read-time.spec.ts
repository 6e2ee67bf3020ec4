import { readOptionalTime, readTime } from './read-time';

it.each([
  ['2026-03-01T22:00:00Z', '2026-03-01T22:00:00.000Z'],
  ['2026-03-01T22:00:00.123456Z', '2026-03-01T22:00:00.123Z'],
  ['2026-03-01t22:00z', '2026-03-01T22:00:00.000Z'],
  ['20260301T220000Z', '2026-03-01T22:00:00.000Z'],
  ['2026-03-01T22:00:00+02:00', '2026-03-01T20:00:00.000Z'],
  ['2026-03-01T22:00:00 02:00', '2026-03-01T20:00:00.000Z'],
  ['2026-03-01T22:00:00-0530', '2026-03-02T03:30:00.000Z'],
  ['1772402400000', '2026-03-01T22:00:00.000Z'],
  [1772402400000, '2026-03-01T22:00:00.000Z'],
])('[V3-SCHED-21] %j is read as %s', (value, expected) => {
  expect(new Date(readTime('from', value)).toISOString()).toBe(expected);
});

it.each([
  ...['', 'yesterday', '2026-03-01', '2026-03-01T22:00:00', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z'],
  ...['2026-03-01T25:00:00Z', '2026-03-01T22:00:00+25:00', '-1', '1e12', -1, 1.5, 1e18, true, null, {}, []],
])('[V3-SCHED-21] %j is refused with the name of its field', (value) => {
  expect(() => readTime('from', value)).toThrow(/^from must be ISO 8601 with Z or an offset/);
});

it.each([[null], [undefined]])('[V3-SCHED-21] %j is no time', (value) => {
  expect(readOptionalTime('start', value)).toBeNull();
});

it('[V3-SCHED-21] an empty text is not left out', () => {
  expect(() => readOptionalTime('start', '')).toThrow(/^start must be ISO 8601/);
});
