/** An invalid cron expression; the message names the part and the reason. */
export class CronSpecError extends Error {
  override readonly name = 'CronSpecError';
}

interface CronField {
  name: string;
  low: number;
  high: number;
  /** Names of the values; the first one is the name of `low`. */
  names?: readonly string[];
}

interface CronSyntax {
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
const DAY_OF_MONTH: CronField = { name: 'day-of-month', low: 1, high: 31 };
const MONTH: CronField = {
  name: 'month',
  low: 1,
  high: 12,
  names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '),
};
const WEEKDAYS: readonly string[] = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const PART = /^(?:\*|(\d+)(?:-(\d+))?)?(?:\/(\d+))?$/;

/**
 * Returns the values of one part of a field (`*`, `5`, `1-5`, `0/15`), in their order.
 * @param part in capitals
 * @throws {@link CronSpecError}
 */
function valuesOf(part: string, field: CronField, syntax: CronSyntax): number[] {
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
const allValuesOf = (text: string, field: CronField, syntax: CronSyntax): number[] =>
  [...new Set(text.split(',').flatMap((part) => valuesOf(part, field, syntax)))].sort((a, b) => a - b);

/** Writes values for the library: `*` for all of the field, else a list. */
const listed = (values: readonly number[], { low, high }: CronField): string =>
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
function readTimeOfDay(seconds: string, minutes: string, hours: string, syntax: CronSyntax) {
  const ofSeconds = listed(allValuesOf(seconds, SECOND, syntax), SECOND);
  const ofMinutes = listed(allValuesOf(minutes, MINUTE, syntax), MINUTE);
  const ofHours = listed(allValuesOf(hours, HOUR, syntax), HOUR);
  return { time: `${ofSeconds} ${ofMinutes} ${ofHours}`, isHourly: ofHours === '*' };
}

const CRONTAB: CronSyntax = { name: 'crontab', wraps: false, barePaces: false };
/** 0 and 7 are Sunday, so that `SAT-SUN` and `5-7` are ranges. */
const CRONTAB_WEEKDAY: CronField = { name: 'day-of-week', low: 0, high: 7, names: WEEKDAYS };

/**
 * Translates the five fields of a crontab line. A day field that begins with `*` is unrestricted, as in crontab(5).
 * @throws {@link CronSpecError}
 */
export function crontabPatterns(line: string): CronPatterns {
  const fields = line.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 5) throw new CronSpecError(`five fields are required, not ${fields.length}`);
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = fields;
  const { time, isHourly } = readTimeOfDay('0', minutes, hours, CRONTAB);
  const ofDays = listed(allValuesOf(days, DAY_OF_MONTH, CRONTAB), DAY_OF_MONTH);
  const ofMonths = listed(allValuesOf(months, MONTH, CRONTAB), MONTH);
  const toSunday = weekdays.replace(/-SUN\b/g, '-7');
  const ofWeek = new Set(allValuesOf(toSunday, CRONTAB_WEEKDAY, CRONTAB).map((day) => day % 7));
  const isOpen = (text: string): boolean => text.startsWith('*');
  // The library takes `*` for unrestricted: a list that names every day stays a list.
  const bothDays = isOpen(days) || isOpen(weekdays);
  const dayText = ofDays === '*' && !bothDays ? '1-31' : ofDays;
  const weekText = ofWeek.size === 7 && bothDays ? '*' : [...ofWeek].join(',');
  const pattern = `${time} ${dayText} ${ofMonths} ${weekText} *`;
  return { patterns: [pattern], isHourly, bothDays, sundayIs1: false };
}

const QUARTZ: CronSyntax = { name: 'Quartz', wraps: true, barePaces: true };
const QUARTZ_WEEKDAY: CronField = { name: 'day-of-week', low: 1, high: 7, names: WEEKDAYS };
const YEAR: CronField = { name: 'year', low: 1970, high: 2099 };
/** Quartz allows no more days before the last of the month. */
const MAX_OFFSET = 30;

/** Deviations from Quartz. */
export interface QuartzOptions {
  /** Whether both day fields may be `*`. @default false */
  allowsEveryDay?: boolean;
}

/**
 * Translates a Quartz expression of six or seven fields: seconds first, weekdays from 1 = Sunday, the seventh is the year.
 * @throws {@link CronSpecError}
 */
export function quartzPatterns(spec: string, { allowsEveryDay = false }: QuartzOptions = {}): CronPatterns {
  const fields = spec.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 7)
    throw new CronSpecError(`six or seven fields are required, not ${fields.length}`);
  const [seconds = '', minutes = '', hours = '', days = '', months = '', weekdays = '', years = '*'] = fields;
  const isEveryDay = days === '*' && weekdays === '*';
  if (!(allowsEveryDay && isEveryDay) && (days === '?') === (weekdays === '?'))
    throw new CronSpecError(
      `exactly one of day-of-month and day-of-week must be ?${allowsEveryDay ? ', or both *' : ''}`,
    );
  const { time, isHourly } = readTimeOfDay(seconds, minutes, hours, QUARTZ);
  const ofMonths = allValuesOf(months, MONTH, QUARTZ);
  const ofYears = allValuesOf(years, YEAR, QUARTZ);
  const pattern = (day: string, inMonths: readonly number[], weekday: string, inYears: readonly number[]) =>
    `${time} ${day} ${listed(inMonths, MONTH)} ${weekday} ${listed(inYears, YEAR)}`;
  const [, offset, nearest = ''] = /^L-(\d{1,2})(W)?$/.exec(days) ?? [];
  const patterns =
    offset === undefined || Number(offset) > MAX_OFFSET
      ? [pattern(dayField(days), ofMonths, weekdayField(weekdays), ofYears)]
      : daysFromFirst(Number(offset), ofMonths, ofYears).map(([day, inMonths, inYears]) =>
          pattern(`${day}${nearest}`, inMonths, '*', inYears),
        );
  return { patterns, isHourly, bothDays: true, sundayIs1: true };
}

const partsOf = (text: string, translate: (part: string) => string): string =>
  text === '?' ? '*' : text.split(',').map(translate).join(',');

const dayField = (text: string): string =>
  partsOf(text, (part) => (/^(\*|L|LW|\d{1,2}W)$/.test(part) ? part : dayList(part, DAY_OF_MONTH)));

const weekdayField = (text: string): string =>
  partsOf(text, (part) => {
    const numeric = part.replace(/^[A-Z]{3}(?=L$|#)/, (name) => String(WEEKDAYS.indexOf(name) + 1));
    if (part === 'L') return '7';
    return /^(\*|[1-7](L|#[1-5]))$/.test(numeric) ? numeric : dayList(part, QUARTZ_WEEKDAY);
  });

const dayList = (part: string, field: CronField): string => valuesOf(part, field, QUARTZ).join(',');

/**
 * Translates `L-3`, which the library lacks, to days counted from the first: one entry for each length of a month.
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
