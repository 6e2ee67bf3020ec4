const UNITS = [
  { ms: 86_400_000, sign: 'd' },
  { ms: 3_600_000, sign: 'h' },
  { ms: 60_000, sign: 'm' },
  { ms: 1000, sign: 's' },
] as const;

/** Formats a duration with at most two units: `45s`, `3m20s`, `5h`, `12d4h`. */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000) * 1000);
  const index = UNITS.findIndex((unit) => whole >= unit.ms);
  const large = UNITS[index];
  if (!large) return '0s';
  const small = UNITS[index + 1];
  const rest = small ? Math.floor((whole % large.ms) / small.ms) : 0;
  const count = Math.floor(whole / large.ms);
  // From ten of the larger unit on, the smaller one is left out.
  return `${count}${large.sign}${small && rest > 0 && count < 10 ? `${rest}${small.sign}` : ''}`;
}

/** Formats a moment relative to now: `3m ago`, `in 2h`; returns the text itself when it is not a time. */
export function relativeTime(moment: string | number, now: number): string {
  const time = typeof moment === 'number' ? moment : Date.parse(moment);
  if (Number.isNaN(time)) return String(moment);
  const distance = now - time;
  if (Math.abs(distance) < 1000) return 'now';
  return distance > 0 ? `${duration(distance)} ago` : `in ${duration(-distance)}`;
}

/** Returns a moment in ISO 8601, without a fraction of zero. */
export function fullTime(moment: string | number): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString().replace('.000Z', 'Z');
}
