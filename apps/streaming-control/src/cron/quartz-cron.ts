import { Cron } from 'croner';
import { daysFromFirst, readLastDayOffset } from './quartz-last-day';

/** A cron spec that can't be used; the message says why. */
export class CronSpecError extends Error {
  override readonly name = 'CronSpecError';
}

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** First and last value of each field, in Quartz order: weekdays count from 1 = Sunday. */
const BOUNDS = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [1, 7],
  [1970, 2099],
] as const;
const FIELD_NAMES = ['second', 'minute', 'hour', 'day-of-month', 'month', 'day-of-week', 'year'];
const DAY_OF_MONTH = 3;
const MONTH = 4;
const DAY_OF_WEEK = 5;
const YEAR = 6;

/** Absent, null, empty or spaces: no cron. */
export const isBlankCron = (spec: string | null | undefined): spec is null | undefined | '' =>
  spec == null || spec.trim() === '';

/** A Quartz expression that was understood. */
export class QuartzCron {
  private constructor(
    readonly spec: string,
    private readonly crons: readonly Cron[],
  ) {}

  /**
   * Reads a Quartz expression of six or seven fields (reference: streams §3.7; seven: with years).
   *
   * @param timeZone IANA name in which the fields are meant
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
      throw new CronSpecError(`${spec}: ${error instanceof Error ? error.message : 'not understood'}`);
    }
  }

  /** The first time after `after` (ms since the epoch); undefined when there is none. */
  nextAfter(after: number): number | undefined {
    const times = this.crons.flatMap((cron) => cron.nextRun(new Date(after))?.getTime() ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }
}

/**
 * The expression in the words of the library: names as numbers, ranges that wrap as lists, `?` as `*`. `L-3` has none there:
 * it becomes one expression for each length of a month.
 */
function toCroner(spec: string): string[] {
  const fields = spec.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 7) {
    throw new CronSpecError(`${spec}: six or seven fields are required, not ${fields.length}`);
  }
  if (fields[0]?.startsWith('*')) {
    throw new CronSpecError(`Cron expression cannot have '*' in the SECONDS (first) position : ${spec}`);
  }
  const questions = fields.flatMap((field, index) => (field === '?' ? [index] : []));
  const [question] = questions;
  if (questions.length !== 1 || (question !== DAY_OF_MONTH && question !== DAY_OF_WEEK)) {
    throw new CronSpecError(`${spec}: exactly one of day-of-month and day-of-week must be ?`);
  }
  const offset = readLastDayOffset(fields[DAY_OF_MONTH] ?? '');
  const parts = fields.map((field, index) =>
    toCronerField(spec, offset && index === DAY_OF_MONTH ? '*' : field, index),
  );
  if (!offset) return [parts.join(' ')];
  const [second, minute, hour] = parts;
  const years = parts[YEAR] === undefined ? undefined : valuesOf(parts[YEAR], YEAR);
  return daysFromFirst(offset, valuesOf(parts[MONTH] ?? '*', MONTH), years).map((days) =>
    [second, minute, hour, days.dayOfMonth, days.months, '*', days.years].join(' '),
  );
}

/** The numbers that a field stands for. @param field as the library takes it */
function valuesOf(field: string, index: number): number[] {
  const [low, high] = BOUNDS[index] ?? [0, 0];
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
  const wrong = (why: string) =>
    new CronSpecError(`${spec}: ${FIELD_NAMES[index] ?? 'field'} ${part} ${why}`);
  const numeric = part.replace(/^\//, '*/').replace(/[A-Z]{3}/g, (name) => nameToNumber(name, index) ?? name);
  if (index === DAY_OF_WEEK && numeric === 'L') return '7';
  if (index === DAY_OF_MONTH && /^(L|LW|\d{1,2}W)$/.test(numeric)) return numeric;
  if (index === DAY_OF_WEEK && /^[1-7](L|#[1-5])$/.test(numeric)) return numeric;
  const match = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(numeric);
  if (!match) throw wrong('is not understood');
  const [low, high] = BOUNDS[index] ?? [0, 0];
  for (const bound of [match[2], match[3]]) {
    if (bound !== undefined && (Number(bound) < low || Number(bound) > high)) {
      throw wrong(`is out of range ${low} to ${high}`);
    }
  }
  if (match[4] !== undefined && (Number(match[4]) < 1 || Number(match[4]) > high))
    throw wrong('has no such step');
  if (match[2] === undefined || match[3] === undefined || Number(match[2]) <= Number(match[3]))
    return numeric;
  return wrapped(Number(match[2]), Number(match[3]), Number(match[4] ?? 1), low, high);
}

/** `FRI-MON`, `22-2`: from the first to the end, then from the start to the last. */
function wrapped(first: number, last: number, step: number, low: number, high: number): string {
  const span = high - low + 1;
  const values: number[] = [];
  for (let value = first; value <= last + span; value += step) {
    values.push(value > high ? value - span : value);
  }
  return values.join(',');
}

function nameToNumber(name: string, index: number): string | undefined {
  const names = index === MONTH ? MONTHS : index === DAY_OF_WEEK ? DAYS : [];
  const at = names.indexOf(name);
  return at < 0 ? undefined : String(at + 1);
}
