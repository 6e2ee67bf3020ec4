import { InvalidArgumentError } from 'commander';

const AGE = /^-?(\d{1,9})([smhdw])$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const MILLIS = /^\d{11,15}$/;
/** The last ms of the year 9999. */
const MAX_TIME = 253_402_300_799_999;

/** ISO 8601, basic or extended, from a date alone to fractions of a second. */
const ISO =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:[T ](?<hour>\d\d)(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const FORMS =
  'expected a time (2026-10-07T12:00:00Z, 20261007T120000Z, 2026-10-07, ms since the epoch, now) or an age (30m, 2h, 7d, 2w).';

/**
 * Parses the time of an option: ISO 8601 in the basic or the extended form, ms since the epoch, `now`, or an age such as `2h` or
 * `-2h`. A time without a zone is one of this machine.
 * @returns ms since the epoch. @throws InvalidArgumentError
 */
export function moment(text: string): number {
  const [, count, unit = ''] = AGE.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, Date.now() - Number(count) * UNIT_MS[unit]!);
  if (text.toLowerCase() === 'now') return Date.now();
  const time = MILLIS.test(text) ? Number(text) : isoTime(text);
  if (time === undefined || time < 0 || time > MAX_TIME) throw new InvalidArgumentError(FORMS);
  return time;
}

function isoTime(text: string): number | undefined {
  const parts = ISO.exec(text)?.groups;
  if (!parts) return undefined;
  const { year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = '' } = parts;
  const date = `${year}-${month}-${day}`;
  // Date.parse reads 30 February as 2 March.
  if (new Date(Date.parse(`${date}T00:00:00Z`)).getUTCDate() !== Number(day)) return undefined;
  // `+0200` and `+02` are `+02:00`.
  const offset =
    zone.length <= 1 ? zone.toUpperCase() : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const clock = `${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const time = Date.parse(`${date}T${clock}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}
