import { CronSpecError } from './cron-syntax';
import { CronTimes, isTimeZone } from './cron-times';

const NEW_YORK = 'America/New_York';

/** @returns the next times after a moment, without their seconds */
function times(spec: string, zone: string, after: string, count: number): string[] {
  const cron = CronTimes.parse(spec, zone);
  const found: string[] = [];
  for (let time = cron.nextAfter(Date.parse(after)); time !== undefined && found.length < count;) {
    found.push(new Date(time).toISOString().replace(':00.000Z', 'Z'));
    time = cron.nextAfter(time);
  }
  return found;
}

describe('a crontab line', () => {
  it.each([
    ['0 12 * * *', ['2026-11-22T12:00Z', '2026-11-23T12:00Z']],
    ['*/15 * * * *', ['2026-11-21T15:15Z', '2026-11-21T15:30Z']],
    [
      '10-50/20 3 * * *',
      ['2026-11-22T03:10Z', '2026-11-22T03:30Z', '2026-11-22T03:50Z', '2026-11-23T03:10Z'],
    ],
    ['0 0 * * 0', ['2026-11-22T00:00Z', '2026-11-29T00:00Z']],
    ['0 0 * * 7', ['2026-11-22T00:00Z', '2026-11-29T00:00Z']],
    ['0 0 * * sun', ['2026-11-22T00:00Z', '2026-11-29T00:00Z']],
    ['0 0 * * 1', ['2026-11-23T00:00Z', '2026-11-30T00:00Z']],
    ['0 0 * * mon-WED', ['2026-11-23T00:00Z', '2026-11-24T00:00Z', '2026-11-25T00:00Z', '2026-11-30T00:00Z']],
    ['0 0 * * SAT-SUN', ['2026-11-22T00:00Z', '2026-11-28T00:00Z', '2026-11-29T00:00Z']],
    ['0 0 * * 5-7', ['2026-11-22T00:00Z', '2026-11-27T00:00Z', '2026-11-28T00:00Z', '2026-11-29T00:00Z']],
    ['0 0 1 JAN,jul *', ['2027-01-01T00:00Z', '2027-07-01T00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['0 0 31 * *', ['2026-12-31T00:00Z', '2027-01-31T00:00Z', '2027-03-31T00:00Z']],
  ])('[V3-SCHED-2] %s fires at %j', (line, expected) => {
    expect(times(line, 'UTC', '2026-11-21T15:00:00Z', expected.length)).toEqual(expected);
  });

  it('[V3-SCHED-2] takes restricted days of month and of week for either, and one that begins with * for both', () => {
    const from = '2026-11-21T15:00:00Z';
    const either = ['2026-11-23T00:00Z', '2026-11-30T00:00Z', '2026-12-01T00:00Z', '2026-12-07T00:00Z'];
    expect(times('0 0 1 * 1', 'UTC', from, 4)).toEqual(either);
    expect(times('0 0 1-31 * 1', 'UTC', from, 2)).toEqual(['2026-11-22T00:00Z', '2026-11-23T00:00Z']);
    expect(times('0 0 1 * 0-6', 'UTC', from, 2)).toEqual(['2026-11-22T00:00Z', '2026-11-23T00:00Z']);
    expect(times('0 0 */2 * 1', 'UTC', from, 2)).toEqual(['2026-11-23T00:00Z', '2026-12-07T00:00Z']);
    expect(times('0 0 1 * */2', 'UTC', from, 2)).toEqual(['2026-12-01T00:00Z', '2027-04-01T00:00Z']);
  });

  it.each([
    ['0 25 * * *', 'hour 25 is out of range: 0 to 23 are allowed'],
    ['60 * * * *', 'minute 60 is out of range'],
    ['0 0 0 * *', 'day-of-month 0 is out of range'],
    ['0 0 * 13 *', 'month 13 is out of range'],
    ['0 0 * * 8', 'day-of-week 8 is out of range'],
    ['0 0 ? * 1', 'day-of-month ? is not valid in crontab syntax'],
    ['0 0 L * *', 'day-of-month L is not valid in crontab syntax'],
    ['0 0 15W * *', 'day-of-month 15W is not valid in crontab syntax'],
    ['0 0 * * 5#2', 'day-of-week 5#2 is not valid in crontab syntax'],
    ['0 0 * * 5L', 'day-of-week 5L is not valid in crontab syntax'],
    ['5/15 * * * *', 'minute 5/15 is not valid in crontab syntax'],
    ['*/0 * * * *', 'minute */0 has an invalid step'],
    ['1, * * * *', 'minute  is not valid in crontab syntax'],
    ['0 22-2 * * *', 'hour 22-2 is not valid: a range begins with its lower value'],
    ['0 0 * FOO *', 'month FOO is not valid in crontab syntax'],
    ['0 12 * *', 'five fields (crontab), or six or seven (Quartz) are required, not 4'],
    ['@daily', 'are required, not 1'],
    ['', 'are required, not 0'],
  ])('[V3-SCHED-2] %s is refused: %s', (line, why) => {
    expect(() => CronTimes.parse(line, 'UTC')).toThrow(CronSpecError);
    expect(() => CronTimes.parse(line, 'UTC')).toThrow(`${line}: ${why.startsWith('are') ? '' : why}`);
    expect(() => CronTimes.parse(line, 'UTC')).toThrow(why);
  });
});

describe('an expression with seconds', () => {
  it('[V3-SCHED-2] is a Quartz expression: 1 is Sunday, both day fields may be *', () => {
    const from = '2026-11-21T15:00:00Z';
    expect(times('0 0 0 ? * 1', 'UTC', from, 1)).toEqual(['2026-11-22T00:00Z']);
    expect(times('0 0 0 ? * 2', 'UTC', from, 1)).toEqual(['2026-11-23T00:00Z']);
    expect(times('0 0 12 * * *', 'UTC', from, 2)).toEqual(['2026-11-22T12:00Z', '2026-11-23T12:00Z']);
    expect(times('0 0 0 L * ? 2027', 'UTC', from, 2)).toEqual(['2027-01-31T00:00Z', '2027-02-28T00:00Z']);
    expect(times('* * * * * *', 'UTC', from, 2)).toEqual([
      '2026-11-21T15:00:01.000Z',
      '2026-11-21T15:00:02.000Z',
    ]);
  });

  it.each(['0 0 12 1 * 2', '0 0 12 ? * ?', '0 0 12 * * 2', '0 0 12 1 * *'])(
    '[V3-SCHED-2] %s is refused: one of the day fields must be ?',
    (spec) => {
      const why = 'exactly one of day-of-month and day-of-week must be ?, or both *';
      expect(() => CronTimes.parse(spec, 'UTC')).toThrow(why);
    },
  );
});

describe('times in a zone', () => {
  // In New York 02:00 to 03:00 is missing on 8 March 2026 (07:00Z), and 01:00 to 02:00 comes twice on 1 November (05:00Z, 06:00Z).
  it.each([
    ['30 2 * * *', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['0,30 2 * * *', ['2026-03-08T07:00Z', '2026-03-09T06:00Z', '2026-03-09T06:30Z']],
    ['*/10 2 * * *', ['2026-03-08T07:00Z', '2026-03-09T06:00Z', '2026-03-09T06:10Z']],
    ['0 2,3 * * *', ['2026-03-08T07:00Z', '2026-03-09T06:00Z', '2026-03-09T07:00Z']],
    ['0 */2 * * *', ['2026-03-08T07:00Z', '2026-03-08T08:00Z', '2026-03-08T10:00Z']],
    ['0 30 2 * * ?', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['30 2 8 3 *', ['2026-03-08T07:00Z', '2027-03-08T07:30Z']],
  ])('[V3-SCHED-3] a daily time in the gap fires at its end, several once: %s', (spec, expected) => {
    expect(times(spec, NEW_YORK, '2026-03-08T05:30:00Z', expected.length)).toEqual(expected);
  });

  it.each([
    ['30 1 * * *', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['0,30 1 * * *', ['2026-11-01T05:00Z', '2026-11-01T05:30Z', '2026-11-02T06:00Z']],
    ['*/20 1 * * *', ['2026-11-01T05:00Z', '2026-11-01T05:20Z', '2026-11-01T05:40Z', '2026-11-02T06:00Z']],
    ['0 1-3 * * *', ['2026-11-01T05:00Z', '2026-11-01T07:00Z', '2026-11-01T08:00Z']],
    ['0 0 1 * * ?', ['2026-11-01T05:00Z', '2026-11-02T06:00Z']],
  ])('[V3-SCHED-3] a daily time that occurs twice fires at its first occurrence: %s', (spec, expected) => {
    expect(times(spec, NEW_YORK, '2026-11-01T04:30:00Z', expected.length)).toEqual(expected);
  });

  it('[V3-SCHED-3] a daily time is not repeated for a clock that asks in the second pass', () => {
    expect(times('30 1 * * *', NEW_YORK, '2026-11-01T06:10:00Z', 1)).toEqual(['2026-11-02T06:30Z']);
    expect(times('45 1 * * *', NEW_YORK, '2026-11-01T06:10:00Z', 1)).toEqual(['2026-11-02T06:45Z']);
  });

  it.each([
    ['0 * * * *', '2026-11-01T04:30:00Z', ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z']],
    ['0 0-23 * * *', '2026-11-01T04:30:00Z', ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z']],
    ['30 * * * *', '2026-03-08T05:45:00Z', ['2026-03-08T06:30Z', '2026-03-08T07:30Z']],
    ['0 * * * *', '2026-03-08T05:45:00Z', ['2026-03-08T06:00Z', '2026-03-08T07:00Z', '2026-03-08T08:00Z']],
    ['*/30 * * * *', '2026-03-08T06:00:00Z', ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z']],
    [
      '*/30 * * * *',
      '2026-11-01T05:20:00Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z', '2026-11-01T07:00Z'],
    ],
  ])(
    '[V3-SCHED-3] an hourly or more frequent one follows elapsed time: %s from %s',
    (spec, from, expected) => {
      expect(times(spec, NEW_YORK, from, expected.length)).toEqual(expected);
    },
  );

  it('[V3-SCHED-3] a gap at midnight, before midnight and of half an hour', () => {
    // Cairo skips 24 April 2026, 00:00 to 01:00; Nuuk 28 March, 23:00 to 24:00; Lord Howe 4 October, 02:00 to 02:30.
    expect(times('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', 2)).toEqual([
      '2026-04-23T22:00Z',
      '2026-04-24T21:00Z',
    ]);
    expect(times('30 23 * * *', 'America/Nuuk', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(times('10 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', 2)).toEqual([
      '2026-10-03T15:30Z',
      '2026-10-04T15:10Z',
    ]);
  });

  it.each([
    ['UTC', true],
    ['Europe/Berlin', true],
    ['europe/berlin', true],
    ['Asia/Kolkata', true],
    ['Mars/Base', false],
    ['+01:00', false],
    ['', false],
  ])('[V3-SCHED-3] the name %j is known: %s', (name, known) => expect(isTimeZone(name)).toBe(known));
});

it('[V3-SCHED-2] a day that no month has never fires', () => {
  expect(CronTimes.parse('0 0 31 2 *', 'UTC').nextAfter(0)).toBeUndefined();
  expect(CronTimes.parse('0 0 0 1 1 ? 2020', 'UTC').nextAfter(Date.parse('2026-01-01'))).toBeUndefined();
});
