import { duration, relativeTime } from './time';

it.each([
  [999, 'now'],
  [59_999, '59s ago'],
  [60_000, '1m ago'],
  [7_200_000, '2h ago'],
  [200_000_000, '2d ago'],
])('%d ms before now is %s', (age, text) => expect(relativeTime(1e12 - age, 1e12)).toBe(text));

it.each([
  [120, '120 ms'],
  [3400, '3.4 s'],
  [59_600, '1 min'],
  [65_000, '1 min 5 s'],
  [3_900_000, '1 h 5 min'],
  [200_000_000, '2 d 7 h'],
])('%d ms last %s', (ms, text) => expect(duration(ms)).toBe(text));
