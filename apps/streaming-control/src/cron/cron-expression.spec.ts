import { CronSpecError } from '@portolan/service';
import { cronProblem, isBlankCron, readCronSpec } from './cron-expression';

/** A Saturday. */
const NOW = Date.parse('2026-11-21T15:00:00Z');

const next = (spec: string, zone = 'UTC', after = NOW): string | undefined => {
  const time = readCronSpec(spec, zone).nextAfter(after);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('a Quartz expression', () => {
  it.each([
    ['0 0 12 * * ?', '2026-11-22T12:00:00.000Z'],
    ['0 15 10 ? * *', '2026-11-22T10:15:00.000Z'],
    ['0 0-5 14 * * ?', '2026-11-22T14:00:00.000Z'],
    ['0 0/5 14,18 * * ?', '2026-11-21T18:00:00.000Z'],
    ['0/10 * * * * ?', '2026-11-21T15:00:10.000Z'],
    ['0 0 0 ? * 2', '2026-11-23T00:00:00.000Z'],
    ['0 0 0 ? * mon-wed', '2026-11-23T00:00:00.000Z'],
    ['0 0 0 ? * FRI-MON', '2026-11-22T00:00:00.000Z'],
    ['0 0 22-2 * * ?', '2026-11-21T22:00:00.000Z'],
    ['0 0 0 ? * L', '2026-11-28T00:00:00.000Z'],
    ['0 0 0 ? * 6L', '2026-11-27T00:00:00.000Z'],
    ['0 0 0 ? * FRI#3', '2026-12-18T00:00:00.000Z'],
    ['0 0 0 L * ?', '2026-11-30T00:00:00.000Z'],
    ['0 0 0 LW * ?', '2026-11-30T00:00:00.000Z'],
    ['0 0 0 15W * ?', '2026-12-15T00:00:00.000Z'],
    ['0 0 0 1 JAN ? 2028', '2028-01-01T00:00:00.000Z'],
    ['0 /20 * * * ?', '2026-11-21T15:20:00.000Z'],
    // Nine days after the Saturday, three before the last of November; of February, in a common and in a leap year.
    ['0 0 0 L-3 * ?', '2026-11-27T00:00:00.000Z'],
    ['0 0 0 L-3 DEC-FEB/2 ?', '2026-12-28T00:00:00.000Z'],
    ['0 0 0 L-3 2 ?', '2027-02-25T00:00:00.000Z'],
    ['0 0 0 L-3 2 ? 2028', '2028-02-26T00:00:00.000Z'],
    ['0 0 0 L-0 2 ? 2027/1', '2027-02-28T00:00:00.000Z'],
    // Of February 2028 that is a Saturday: the Friday before. Of January 2027 a Thursday, of May 2027 a Friday.
    ['0 0 0 L-3W 2 ? 2028', '2028-02-25T00:00:00.000Z'],
    ['0 0 0 L-3W 1 ?', '2027-01-28T00:00:00.000Z'],
    // The 1st of March is a Monday in 2027; the nearest weekday to Sunday the 28th of February stays in its month.
    ['0 0 0 L-0W 2 ?', '2027-02-26T00:00:00.000Z'],
    // February has no thirtieth day before its last, November none either: December has.
    ['0 0 0 L-30 * ?', '2026-12-01T00:00:00.000Z'],
  ])('[V1-CRON-1] %s fires next at %s', (spec, expected) => {
    expect(next(spec)).toBe(expected);
  });

  it('is read in its time zone', () => {
    expect(next('0 0 12 * * ?', 'America/New_York')).toBe('2026-11-21T17:00:00.000Z');
  });

  it('has no next fire after its last year', () => {
    expect(next('0 0 0 1 1 ? 2020')).toBeUndefined();
  });

  it('fires after the given moment, not at it', () => {
    expect(next('0 0 15 * * ?')).toBe('2026-11-22T15:00:00.000Z');
  });

  it.each([
    ['0 12 * * ?', 'six or seven fields'],
    ['0 0 0 1 1 ? 2030 1', 'six or seven fields'],
    ['* 0 12 * * ?', "cannot have '*' in the SECONDS"],
    ['0 0 12 * * *', 'exactly one of'],
    ['0 0 12 ? * ?', 'exactly one of'],
    ['0 0 ? * * 1', 'exactly one of'],
    ['0 0 12 ? * 8', 'out of range'],
    ['0 0 25 * * ?', 'out of range'],
    ['0 0 12 L-31 * ?', 'not valid in Quartz syntax'],
    ['0 0 12 L-3,5 * ?', 'not valid in Quartz syntax'],
    ['0 0 12 ? * L-3', 'not valid in Quartz syntax'],
    ['0 0 12 * FOO ?', 'not valid in Quartz syntax'],
    ['0 0 12 ? * 6#6', 'not valid in Quartz syntax'],
    ['* * * * *', 'six or seven fields'],
    ['nonsense', 'six or seven fields'],
  ])('%s is refused: %s', (spec, why) => {
    expect(() => readCronSpec(spec, 'UTC')).toThrow(CronSpecError);
    expect(() => readCronSpec(spec, 'UTC')).toThrow(why);
  });

  it.each(['0 0 0 30 2 ?', '0 0 0 31 APR,JUN ?', '0 0 12 1 1 ? 2020', '0 0 15 21 11 ? 2026'])(
    'has a problem when it never fires: %s',
    (spec) => {
      expect(cronProblem(spec, 'UTC', NOW)).toBe(
        `${spec}: it will never fire: name a day that is still to come`,
      );
      expect(cronProblem('1 0 15 21 11 ? 2026', 'UTC', NOW)).toBeUndefined();
    },
  );

  it('[V1-CRON-8] is not judged again when it is stored', () => {
    const fired = '0 0 12 1 1 ? 2026';
    expect(cronProblem(fired, 'UTC', NOW, fired)).toBeUndefined();
    expect(cronProblem(fired, 'UTC', NOW, '0 0 12 2 1 ? 2026')).toContain('never fire');
    expect(cronProblem('nonsense', 'UTC', NOW, 'nonsense')).toContain('six or seven fields');
  });

  it.each([[null], [undefined], [''], ['  ']])('reads %j as a blank expression', (spec) => {
    expect(isBlankCron(spec)).toBe(true);
  });
});
