/** `L-3` or `L-3W` of a day-of-month field: so many days before the last of the month, or the weekday nearest to that. */
export interface LastDayOffset {
  days: number;
  weekday: boolean;
}

/** Quartz allows no more. */
const MAX_OFFSET = 30;
/** Months by their length, February apart. */
const MONTHS_OF: readonly (readonly [length: number, months: readonly number[]])[] = [
  [31, [1, 3, 5, 7, 8, 10, 12]],
  [30, [4, 6, 9, 11]],
];
const FEBRUARY = 2;
const FIRST_YEAR = 1970;
const LAST_YEAR = 2099;

/** Reads the field; undefined when it is something else, or more days than a month has. */
export function readLastDayOffset(field: string): LastDayOffset | undefined {
  const match = /^L-(\d{1,2})(W)?$/.exec(field);
  const days = Number(match?.[1]);
  return match && days <= MAX_OFFSET ? { days, weekday: match[2] !== undefined } : undefined;
}

/** A day of the month with the months and years in which it is the one meant. */
export interface DayOfMonths {
  dayOfMonth: string;
  months: string;
  years: string;
}

/**
 * The same as days counted from the first, which depend on the length of the month: at most one entry for months of 31 and
 * of 30 days, and one for February of common and of leap years.
 *
 * @param months,years that the expression has
 */
export function daysFromFirst(
  { days, weekday }: LastDayOffset,
  months: readonly number[],
  years: readonly number[] = range(FIRST_YEAR, LAST_YEAR),
): DayOfMonths[] {
  const entry = (length: number, inMonths: readonly number[], inYears: readonly number[]): DayOfMonths[] => {
    const meant = inMonths.filter((month) => months.includes(month));
    const day = length - days;
    if (day < 1 || meant.length === 0 || inYears.length === 0) return [];
    return [{ dayOfMonth: `${day}${weekday ? 'W' : ''}`, months: meant.join(','), years: inYears.join(',') }];
  };
  return [
    ...MONTHS_OF.flatMap(([length, inMonths]) => entry(length, inMonths, years)),
    ...entry(
      28,
      [FEBRUARY],
      years.filter((year) => !isLeap(year)),
    ),
    ...entry(29, [FEBRUARY], years.filter(isLeap)),
  ];
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
