const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(\.\d{3})?Z\.json$/;

/**
 * The time of a recording from its file's name, ms: `2026-10-05T06-00-00Z.json` (an ISO time with
 * dashes, for `:` is not allowed in file names everywhere). Undefined for other files.
 */
export function recordingTime(fileName: string): number | undefined {
  const match = NAME.exec(fileName);
  if (!match) return undefined;
  const [, date, hours, minutes, seconds, fraction = ''] = match;
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}${fraction}Z`);
  return Number.isNaN(time) ? undefined : time;
}
