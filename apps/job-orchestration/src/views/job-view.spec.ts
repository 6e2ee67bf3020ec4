import { isoDuration } from './job-view';

it.each([
  [0, 'PT0S'],
  [5086, 'PT5.086S'],
  [60_000, 'PT1M'],
  [3_605_500, 'PT1H5.5S'],
  [90_000_000, 'PT25H'],
  [-5, 'PT0S'],
])('%i ms are %s', (ms, text) => expect(isoDuration(ms)).toBe(text));
