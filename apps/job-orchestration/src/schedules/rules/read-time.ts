import { malformed } from '@portolan/service';

/** The latest time that requests may state, ms: the end of the year 9999. */
export const MAX_TIME = 253_402_300_799_999;

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?(?:(Z)|([+ -])(\d\d)(?::?(\d\d))?)$/i;

/** The pattern of a text that {@link readTime} may accept, for the document. */
export const TIME_PATTERN = String.raw`\d{1,15}|\d{4}-?\d\d-?\d\d[Tt]\d\d(:?\d\d(:?\d\d([.,]\d{1,9})?)?)?([Zz]|[+ -]\d\d(:?\d\d)?)`;

/**
 * Reads a time: ISO 8601 with `Z` or an offset, in the extended or the basic form, or ms since the epoch as a number or a text. In
 * a query string the `+` of an offset may have become a blank.
 * @param field its name, for the error. @throws ServiceError (malformed)
 */
export function readTime(field: string, value: unknown): number {
  const time = typeof value === 'string' ? timeOf(value.trim()) : value;
  if (typeof time === 'number' && Number.isInteger(time) && time >= 0 && time <= MAX_TIME) return time;
  const right = 'ISO 8601 with Z or an offset (2026-03-01T22:00:00Z), or milliseconds since the epoch';
  throw malformed(field, `${field} must be ${right}`);
}

/** Reads an optional time. @throws ServiceError (malformed) */
export const readOptionalTime = (field: string, value: unknown): number | null =>
  value == null ? null : readTime(field, value);

function timeOf(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const parts = ISO.exec(text);
  if (!parts) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute = '00',
    second = '00',
    fraction = '',
    ,
    sign,
    hours = '0',
    minutes = '0',
  ] = parts;
  const local = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`,
  );
  // The engine reads the 30th of February as the 2nd of March.
  const isDay = Number(day) === new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate();
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (!isDay || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return sign === '-' ? local + offset : local - offset;
}
