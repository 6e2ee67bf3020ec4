import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number from `least` on. */
export const wholeNumber =
  (least = 0) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least)
      throw new InvalidArgumentError(`expected a whole number from ${least} on.`);
    return value;
  };

/** Collects an option that may be given several times. */
export const several = (text: string, before: string[] = []): string[] => [...before, text];

const AGE = /^-?(\d+)(s|m|h|d|w)$/;
const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Parses a moment: ISO 8601, ms since the epoch, `now`, or an age such as `2h` or `-2h`. @returns ms since the epoch */
export function moment(text: string): number {
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  if (text === 'now') return Date.now();
  const time = /^\d{11,}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(time))
    throw new InvalidArgumentError(
      'expected a time (2026-10-07T12:00:00Z, ms since the epoch) or an age (30m, 2h, 7d).',
    );
  return time;
}
