import {
  CronSpecError,
  DAY_OF_MONTH,
  MONTH,
  WEEKDAYS,
  allValuesOf,
  listed,
  readTimeOfDay,
  type CronField,
  type CronPatterns,
  type CronSyntax,
} from './cron-field';

const CRONTAB: CronSyntax = { name: 'crontab', wraps: false, barePaces: false };
/** 0 and 7 are Sunday, so that `SAT-SUN` and `5-7` are ranges. */
const DAY_OF_WEEK: CronField = { name: 'day-of-week', low: 0, high: 7, names: WEEKDAYS };

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
  const ofWeek = new Set(allValuesOf(toSunday, DAY_OF_WEEK, CRONTAB).map((day) => day % 7));
  const isOpen = (text: string): boolean => text.startsWith('*');
  // The library takes `*` for unrestricted: a list that names every day stays a list.
  const bothDays = isOpen(days) || isOpen(weekdays);
  const dayText = ofDays === '*' && !bothDays ? '1-31' : ofDays;
  const weekText = ofWeek.size === 7 && bothDays ? '*' : [...ofWeek].join(',');
  const pattern = `${time} ${dayText} ${ofMonths} ${weekText} *`;
  return { patterns: [pattern], isHourly, bothDays, sundayIs1: false };
}
