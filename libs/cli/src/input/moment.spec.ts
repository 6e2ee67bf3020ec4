import { moment } from './moment.ts';

const NOON = Date.UTC(2026, 9, 7, 12);

describe('a time on the command line', () => {
  it.each([
    '2026-10-07T12:00:00Z',
    '2026-10-07T12:00Z',
    '2026-10-07 12:00:00z',
    '2026-10-07T12:00:00.000Z',
    '2026-10-07T14:00:00+02:00',
    '20261007T120000Z',
    '20261007T1200Z',
    '20261007T120000,0Z',
    '20261007T073000-0430',
    '20261007T140000+02',
    String(NOON),
  ])('[CLI-TIME-1] may be %s', (text) => expect(moment(text)).toBe(NOON));

  it('[CLI-TIME-1] without a zone is one of this machine, and so is a date', () => {
    const local = new Date(2026, 9, 7, 12, 30).getTime();
    expect([moment('2026-10-07T12:30'), moment('20261007T1230')]).toEqual([local, local]);
    const midnight = new Date(2026, 9, 7).getTime();
    expect([moment('2026-10-07'), moment('20261007')]).toEqual([midnight, midnight]);
  });

  it.each([
    ['90s', 90_000],
    ['-30m', 1_800_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
    ['now', 0],
  ])('[CLI-TIME-1] may be the age %s', (text, age) => {
    const [before, time, after] = [Date.now(), moment(text), Date.now()];
    expect(time).toBeGreaterThanOrEqual(before - age);
    expect(time).toBeLessThanOrEqual(after - age);
  });

  it('[CLI-TIME-1] an age beyond the epoch is the epoch', () => expect(moment('99999999d')).toBe(0));

  // Date.parse takes several of these.
  it.each([
    ...['5', 'hello 7', 'yesterday', '', '2026-02-30', '2026-10-07T25:00Z', '2026-1007T12:00Z'],
    ...['2026-10-07T1200Z 5', '1791374400', '999999999999999', '2h30m', 'Oct 7 2026'],
  ])('[CLI-TIME-1] is refused as %j', (text) => expect(() => moment(text)).toThrow('expected a time'));
});
