import { OVERLAP_MS, RESUME_MS, readPosition } from './feed-position';

const NOW = 1_700_000_000_000;

it.each([
  ['a new stream begins with the last seconds', undefined, NOW - OVERLAP_MS],
  ['a stream is resumed some seconds before its last event', String(NOW - 60_000), NOW - 60_000 - OVERLAP_MS],
  ['a stream is not resumed from long ago', '1', NOW - RESUME_MS],
  ['an event of a clock that is ahead hides no change', String(NOW + 60_000), NOW - OVERLAP_MS],
  ['an id that is not a time counts as absent', 'x', NOW - OVERLAP_MS],
])('[V3-JOB-34] %s', (_title, header, from) => expect(readPosition(header, NOW)).toBe(from));
