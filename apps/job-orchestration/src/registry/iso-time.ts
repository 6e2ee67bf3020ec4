const DAY_MS = 86_400_000;

/** Returns the numbers from 0 on, padded to the digits of the last one. */
const digits = (count: number): string[] =>
  Array.from({ length: 10 ** count }, (_, number) => String(number).padStart(count, '0'));

const TWO = digits(2);
const THREE = digits(3);

/** Cache of the last formatted day, as days since the epoch and as text up to the `T`: most times of a list share few days. */
let day = Number.NaN;
let dayText = '';

/** Formats a time as ISO 8601 in UTC with milliseconds. A page of jobs has 128 times; `toISOString` takes ten times as long. */
export function iso(ms: number): string;
export function iso(ms: number | null): string | null;
export function iso(ms: number | null): string | null {
  if (ms === null) return null;
  const ofTime = Math.floor(ms / DAY_MS);
  if (ofTime !== day) {
    const text = new Date(ofTime * DAY_MS).toISOString();
    [day, dayText] = [ofTime, text.slice(0, text.indexOf('T') + 1)];
  }
  const inDay = ms - ofTime * DAY_MS;
  const [seconds, minutes] = [Math.floor(inDay / 1000), Math.floor(inDay / 60_000)];
  const hours = TWO[Math.floor(minutes / 60)] ?? '';
  return `${dayText}${hours}:${TWO[minutes % 60] ?? ''}:${TWO[seconds % 60] ?? ''}.${THREE[inDay % 1000] ?? ''}Z`;
}
