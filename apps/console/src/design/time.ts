const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const ABSOLUTE = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Returns how far a moment is from `now`, in its largest unit: `5m ago`, `in 2h`, `now` within a second. Both in ms since 1970. */
export function relativeTime(moment: number, now: number): string {
  const seconds = (moment - now) / 1000;
  if (Math.abs(seconds) < 1) return 'now';
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** Returns a moment with date, time and zone, for titles. */
export const absoluteTime = (moment: number): string => ABSOLUTE.format(moment);

/** Returns a moment as the field of a form takes it: local time, to the minute. @param moment ms since 1970 */
export function localMinute(moment: number): string {
  const local = new Date(moment - new Date(moment).getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16);
}

/** Returns a length of time in its two largest units: `1 h 5 min`, `3.4 s`, `120 ms`. @param ms not negative */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withRest(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withRest(hours, 'h', minutes % 60, 'min');
  return withRest(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const withRest = (count: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${count} ${unit}` : `${count} ${unit} ${rest} ${restUnit}`;
