import { Cron } from 'croner';

/** A cron spec that cannot be used; the message has the reason. */
export class CronSpecError extends Error {
  override readonly name = 'CronSpecError';
}

/** Each field with its lowest and highest value and the names of its values: weekdays count from 1 = Sunday. */
const FIELDS: readonly (readonly [field: string, low: number, high: number, names?: string])[] = [
  ['second', 0, 59],
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day-of-month', 1, 31],
  ['month', 1, 12, 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'],
  ['day-of-week', 1, 7, 'SUN MON TUE WED THU FRI SAT'],
  ['year', 1970, 2099],
];
const DAY_OF_MONTH = 3;
const MONTH = 4;
const DAY_OF_WEEK = 5;
const YEAR = 6;
/** Quartz allows no more days before the last of the month. */
const MAX_OFFSET = 30;

/** Tells whether a spec is absent, null or blank: no cron. */
export const isBlankCron = (spec: string | null | undefined): spec is null | undefined | '' =>
  spec == null || spec.trim() === '';

export class QuartzCron {
  private constructor(
    readonly spec: string,
    private readonly crons: readonly Cron[],
  ) {}

  /**
   * Parses a Quartz expression of six or seven fields, the seventh being the year (V1-CRON-1).
   * @param timeZone IANA name of the time zone of the fields
   * @throws {@link CronSpecError}
   */
  static parse(spec: string, timeZone: string): QuartzCron {
    try {
      const toCron = (pattern: string): Cron =>
        new Cron(pattern, {
          alternativeWeekdays: true,
          sloppyRanges: true,
          mode: '6-or-7-parts',
          timezone: timeZone,
          paused: true,
        });
      return new QuartzCron(spec, toCroner(spec).map(toCron));
    } catch (error) {
      if (error instanceof CronSpecError) throw error;
      throw new CronSpecError(`${spec}: ${error instanceof Error ? error.message : 'invalid'}`);
    }
  }

  /** Returns the first time after `after` (ms since the epoch); undefined when there is none. */
  nextAfter(after: number): number | undefined {
    const times = this.crons.flatMap((cron) => cron.nextRun(new Date(after))?.getTime() ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }
}

/**
 * Translates an expression to the library's syntax: names become numbers, ranges that wrap become lists, `?` becomes `*`.
 * The library does not know `L-3`: it becomes one expression for each length of a month.
 */
function toCroner(spec: string): string[] {
  const fields = spec.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 7)
    throw new CronSpecError(`${spec}: six or seven fields are required, not ${fields.length}`);
  if (fields[0]?.startsWith('*'))
    throw new CronSpecError(`Cron expression cannot have '*' in the SECONDS (first) position : ${spec}`);
  const questions = fields.flatMap((field, index) => (field === '?' ? [index] : []));
  const [question] = questions;
  if (questions.length !== 1 || (question !== DAY_OF_MONTH && question !== DAY_OF_WEEK))
    throw new CronSpecError(`${spec}: exactly one of day-of-month and day-of-week must be ?`);
  const [, days, weekday = ''] = /^L-(\d{1,2})(W)?$/.exec(fields[DAY_OF_MONTH] ?? '') ?? [];
  const fromLast = days !== undefined && Number(days) <= MAX_OFFSET;
  const parts = fields.map((field, index) =>
    toCronerField(spec, fromLast && index === DAY_OF_MONTH ? '*' : field, index),
  );
  if (!fromLast) return [parts.join(' ')];
  const time = parts.slice(0, DAY_OF_MONTH).join(' ');
  const months = valuesOf(parts[MONTH] ?? '*', MONTH);
  return daysFromFirst(Number(days), months, valuesOf(parts[YEAR] ?? '*', YEAR)).map(
    ([day, inMonths, inYears]) => `${time} ${day}${weekday} ${inMonths.join(',')} * ${inYears.join(',')}`,
  );
}

/**
 * Returns the day that many days before the last of the month as days counted from the first, which depend on the length of
 * the month: at most one entry for months of 31 and of 30 days, and one for February of common and of leap years.
 */
function daysFromFirst(days: number, months: readonly number[], years: readonly number[]) {
  const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const common = years.filter((year) => !isLeap(year));
  const lengths: readonly (readonly [length: number, months: readonly number[], years: readonly number[]])[] =
    [
      [31, [1, 3, 5, 7, 8, 10, 12], years],
      [30, [4, 6, 9, 11], years],
      [28, [2], common],
      [29, [2], years.filter(isLeap)],
    ];
  return lengths
    .map(
      ([length, all, inYears]) =>
        [length - days, all.filter((month) => months.includes(month)), inYears] as const,
    )
    .filter(([day, inMonths, inYears]) => day > 0 && inMonths.length > 0 && inYears.length > 0);
}

/** Returns the numbers that a field stands for. @param field in the library's syntax */
function valuesOf(field: string, index: number): number[] {
  const [, low, high] = FIELDS[index] ?? ['', 0, 0];
  return field.split(',').flatMap((part) => {
    const [span = '', step = '1'] = part.split('/');
    const [first, last] = span === '*' ? [low, high] : span.split('-').map(Number);
    const end = last ?? (part.includes('/') ? high : (first ?? low));
    const values: number[] = [];
    for (let value = first ?? low; value <= end; value += Number(step)) values.push(value);
    return values;
  });
}

function toCronerField(spec: string, field: string, index: number): string {
  if (field === '?') return '*';
  return field
    .split(',')
    .map((part) => toCronerPart(spec, part, index))
    .join(',');
}

function toCronerPart(spec: string, part: string, index: number): string {
  const [field, low, high, names = ''] = FIELDS[index] ?? ['field', 0, 0];
  const wrong = (why: string) => new CronSpecError(`${spec}: ${field} ${part} ${why}`);
  const numberOf = (name: string): string => String(names.split(' ').indexOf(name) + 1 || name);
  const numeric = part.replace(/^\//, '*/').replace(/[A-Z]{3}/g, numberOf);
  if (index === DAY_OF_WEEK && numeric === 'L') return '7';
  if (index === DAY_OF_MONTH && /^(L|LW|\d{1,2}W)$/.test(numeric)) return numeric;
  if (index === DAY_OF_WEEK && /^[1-7](L|#[1-5])$/.test(numeric)) return numeric;
  const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(numeric);
  if (!match) throw wrong('is not valid in Quartz syntax');
  // A missing number is NaN, for which no comparison holds.
  const [first = NaN, last = NaN, step = NaN] = match.slice(1).map(Number);
  if (first < low || first > high || last < low || last > high)
    throw wrong(`is out of range: ${low} to ${high} are allowed`);
  if (step < 1 || step > high) throw wrong(`has an invalid step: 1 to ${high} are allowed`);
  return first > last ? wrapped(first, last, step || 1, low, high) : numeric;
}

function wrapped(first: number, last: number, step: number, low: number, high: number): string {
  const span = high - low + 1;
  const values: number[] = [];
  for (let value = first; value <= last + span; value += step)
    values.push(value > high ? value - span : value);
  return values.join(',');
}
