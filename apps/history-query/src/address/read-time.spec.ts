import fc from 'fast-check';
import { readTime } from './read-time';

const NOW = Date.parse('2026-10-09T18:00:00Z');
const NOON = Date.parse('2026-10-07T12:00:00Z');

describe('readTime', () => {
  it.each([
    ['1791374400000', NOON],
    ['0', 0],
    ['-5', -5],
    ['2026-10-07T12:00:00Z', NOON],
    ['2026-10-07T12:00Z', NOON],
    ['2026-10-07t12:00:00z', NOON],
    ['2026-10-07T14:00:00+02:00', NOON],
    ['2026-10-07T14:00:00+0200', NOON],
    ['2026-10-07T14:00:00+02', NOON],
    ['2026-10-07T08:30:00-03:30', NOON],
    ['2026-10-07T12:00:00.25Z', NOON + 250],
    ['2026-10-07T12:00:00,250999999Z', NOON + 250],
    ['20261007T120000Z', NOON],
    ['20261007T1200Z', NOON],
    ['20261007T140000+0200', NOON],
    ['20261007T120000.007Z', NOON + 7],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['now', NOW],
    ['-90s', NOW - 90_000],
    ['-30m', NOW - 1_800_000],
    ['-2h', NOW - 7_200_000],
    ['-7d', NOW - 604_800_000],
    ['-999999999d', 0],
  ])('[V2-TIME-1] reads %s', (text, millis) => {
    expect(readTime(text, NOW)).toEqual({ millis });
  });

  it.each([
    ['1791374400', '1791374400000 in milliseconds'],
    ['-1791374400', '-1791374400000 in milliseconds'],
    ['2026-10-07T12:00:00', 'the time zone is missing: 2026-10-07T12:00:00Z'],
    ['20261007T120000', 'the time zone is missing'],
    ['2026-02-30T12:00:00Z', 'does not exist'],
    ['2026-13-01T12:00:00Z', 'does not exist'],
    ['2026-10-07T25:00:00Z', 'does not exist'],
    ['2026-10-07T12:60:00Z', 'does not exist'],
    ['2026-10-07T12:00:00+99:00', 'does not exist'],
    ['2026-10-07', 'a time is required'],
    ['2026-1007T12:00:00Z', 'a time is required'],
    ['yesterday', 'a time is required'],
    ['2h', 'a time is required'],
    ['-2w', 'a time is required'],
    ['-1.5h', 'a time is required'],
    ['1.5', 'a time is required'],
    ['9999999999999999', 'a time is required'],
    ['', 'a time is required'],
  ])('[V2-TIME-2] refuses %j', (text, problem) => {
    expect(readTime(text, NOW)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it('[V2-TIME-1] reads any moment in each of its forms alike', () => {
    const moments = fc.date({ min: new Date(NOON - 1e12), max: new Date(NOON + 1e12), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const extended = moment.toISOString();
        for (const text of [extended, extended.replace(/[-:]/g, '')])
          expect(readTime(text, NOW)).toEqual({ millis: moment.getTime() });
      }),
    );
  });
});
