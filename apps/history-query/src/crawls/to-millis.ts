import type { Json } from '../json';

const SECONDS = /^\d{1,10}(?:\.\d+)?$/;
const ISO_START = /^\d{4}-\d\d-\d\dT/;

/** A provider's time as ms since the epoch: ms, an ISO text, or seconds as text. Undefined when it is none. */
export function toMillis(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string') return undefined;
  if (SECONDS.test(value)) return Math.trunc(Number(value) * 1000);
  const time = ISO_START.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
