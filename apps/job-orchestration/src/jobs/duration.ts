/** A duration in ms as ISO 8601, in hours, minutes and seconds: `PT1H5.086S`, `PT0S`. */
export function isoDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor((whole % 3_600_000) / 60_000);
  const seconds = (whole % 60_000) / 1000;
  const text =
    (hours > 0 ? `${hours}H` : '') + (minutes > 0 ? `${minutes}M` : '') + (seconds > 0 ? `${seconds}S` : '');
  return text === '' ? 'PT0S' : `PT${text}`;
}
