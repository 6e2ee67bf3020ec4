import {
  CronSpecError,
  DAY_OF_MONTH,
  MONTH,
  WEEKDAYS,
  allValuesOf,
  listed,
  readTimeOfDay,
  valuesOf,
  type CronField,
  type CronPatterns,
  type CronSyntax,
} from './cron-field';

const QUARTZ: CronSyntax = { name: 'Quartz', wraps: true, barePaces: true };
const DAY_OF_WEEK: CronField = { name: 'day-of-week', low: 1, high: 7, names: WEEKDAYS };
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
    return /^(\*|[1-7](L|#[1-5]))$/.test(numeric) ? numeric : dayList(part, DAY_OF_WEEK);
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
