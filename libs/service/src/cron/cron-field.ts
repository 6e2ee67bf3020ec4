/** An invalid cron expression; the message names the part and the reason. */
export class CronSpecError extends Error {
  override readonly name = 'CronSpecError';
}

export interface CronField {
  name: string;
  low: number;
  high: number;
  /** Names of the values; the first one is the name of `low`. */
  names?: readonly string[];
}

export interface CronSyntax {
  /** For messages: `Quartz`. */
  name: string;
  /** Whether a range may run over the end of the field: `FRI-MON`, `22-2`. */
  wraps: boolean;
  /** Whether a single value may have a step (`5/15`), and a step may stand alone (`/20`). */
  barePaces: boolean;
}

const SECOND: CronField = { name: 'second', low: 0, high: 59 };
const MINUTE: CronField = { name: 'minute', low: 0, high: 59 };
const HOUR: CronField = { name: 'hour', low: 0, high: 23 };
export const DAY_OF_MONTH: CronField = { name: 'day-of-month', low: 1, high: 31 };
export const MONTH: CronField = {
  name: 'month',
  low: 1,
  high: 12,
  names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '),
};
export const WEEKDAYS: readonly string[] = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const PART = /^(?:\*|(\d+)(?:-(\d+))?)?(?:\/(\d+))?$/;

/**
 * Returns the values of one part of a field (`*`, `5`, `1-5`, `0/15`), in their order.
 * @param part in capitals
 * @throws {@link CronSpecError}
 */
export function valuesOf(part: string, field: CronField, syntax: CronSyntax): number[] {
  const { name, low, high, names = [] } = field;
  const wrong = (why: string) => new CronSpecError(`${name} ${part} ${why}`);
  const numeric = part.replace(/[A-Z]{3}/g, (word) =>
    names.includes(word) ? String(names.indexOf(word) + low) : word,
  );
  const match = numeric === '' ? null : PART.exec(numeric);
  const [first = low, end, step] = (match ?? []).slice(1).map((text) => (text ? Number(text) : undefined));
  const isSpan = numeric.startsWith('*') || end !== undefined;
  if (!match || (step !== undefined && !isSpan && !syntax.barePaces))
    throw wrong(`is not valid in ${syntax.name} syntax`);
  const last = end ?? (isSpan || step !== undefined ? high : first);
  if (first < low || first > high || last < low || last > high)
    throw wrong(`is out of range: ${low} to ${high} are allowed`);
  if (step !== undefined && (step < 1 || step > high))
    throw wrong(`has an invalid step: 1 to ${high} are allowed`);
  if (first > last && !syntax.wraps) throw wrong('is not valid: a range begins with its lower value');
  const size = high - low + 1;
  const values: number[] = [];
  for (let value = first; value <= (first > last ? last + size : last); value += step ?? 1)
    values.push(value > high ? value - size : value);
  return values;
}

/** Returns the different values of all parts of a field, in ascending order. @throws {@link CronSpecError} */
export const allValuesOf = (text: string, field: CronField, syntax: CronSyntax): number[] =>
  [...new Set(text.split(',').flatMap((part) => valuesOf(part, field, syntax)))].sort((a, b) => a - b);

/** Writes values for the library: `*` for all of the field, else a list. */
export const listed = (values: readonly number[], { low, high }: CronField): string =>
  values.length === high - low + 1 ? '*' : values.join(',');

/** Patterns of the library that together describe an expression. */
export interface CronPatterns {
  patterns: readonly string[];
  /** Whether the expression names every hour of its days. */
  isHourly: boolean;
  /** Whether a day must meet both day fields; otherwise it meets one of them. */
  bothDays: boolean;
  /** Weekdays count from 1 = Sunday instead of 0. */
  sundayIs1: boolean;
}

/** Reads the fields of the time of day. @throws {@link CronSpecError} */
export function readTimeOfDay(seconds: string, minutes: string, hours: string, syntax: CronSyntax) {
  const ofSeconds = listed(allValuesOf(seconds, SECOND, syntax), SECOND);
  const ofMinutes = listed(allValuesOf(minutes, MINUTE, syntax), MINUTE);
  const ofHours = listed(allValuesOf(hours, HOUR, syntax), HOUR);
  return { time: `${ofSeconds} ${ofMinutes} ${ofHours}`, isHourly: ofHours === '*' };
}
