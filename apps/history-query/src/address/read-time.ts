/** Names the forms of `_at`, `_since` and `_until`, for messages. */
export const TIME_FORMS =
  'a time is required: epoch milliseconds (1791374400000), ISO 8601 with Z or an offset (2026-10-07T12:00:00Z), ' +
  'now, or an age (-90s, -30m, -2h, -7d)';

const MILLIS = /^-?\d{1,16}$/;
/** As milliseconds all of these would be before 27 April 1970, so they must be seconds. */
const SECONDS = /^-?\d{10}$/;
const AGE = /^-(\d{1,9})([smhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** ISO 8601, basic or extended; seconds and their fraction are optional, the zone is checked separately. */
const ISO =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)T(?<hour>\d\d)(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i;

export type ReadTime = { millis: number } | { problem: string };

/** Reads a client's time, decoded. @param now ms @returns ms since the epoch, at least 0 for an age; or the problem, without the text itself */
export function readTime(text: string, now: number): ReadTime {
  if (SECONDS.test(text))
    return { problem: `a number of ten digits is in seconds, ${text}000 in milliseconds is required` };
  if (MILLIS.test(text))
    return Number.isSafeInteger(Number(text)) ? { millis: Number(text) } : { problem: TIME_FORMS };
  if (text.toLowerCase() === 'now') return { millis: now };
  const [, count, unit = ''] = AGE.exec(text) ?? [];
  if (count !== undefined) return { millis: Math.max(0, now - Number(count) * UNIT_MS[unit]!) };
  return readIso(text);
}

function readIso(text: string): ReadTime {
  const parts = ISO.exec(text)?.groups;
  if (!parts) return { problem: TIME_FORMS };
  const { year, month, day, hour, minute, second = '00', fraction = '', zone } = parts;
  if (zone === undefined)
    return { problem: `the time zone is missing: ${text}Z, or an offset such as +02:00` };
  const date = `${year}-${month}-${day}`;
  const clock = `${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  // `+0200` and `+02` are `+02:00`.
  const offset = zone.length === 1 ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const millis = Date.parse(`${date}T${clock}${offset}`);
  // Date.parse reads 30 February as 2 March.
  const isDay = new Date(Date.parse(`${date}T00:00:00Z`)).getUTCDate() === Number(day);
  return isDay && !Number.isNaN(millis)
    ? { millis }
    : { problem: 'the date or the time of day does not exist' };
}
