/**
 * Returns a time of a token as people read it: `12:00:03Z` of the same day (UTC), else with its date.
 *
 * @param seconds since 1970, as tokens have it
 * @param now ms since 1970
 */
export function timeWord(seconds: unknown, now: number): string {
  const at = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  if (Number.isNaN(at.getTime())) return 'a time that cannot be read';
  const text = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const [day = '', time = ''] = text.split('T');
  return new Date(now).toISOString().startsWith(day) ? time : text;
}
