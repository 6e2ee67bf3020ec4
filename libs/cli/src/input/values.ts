import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number from `least` on. */
export const wholeNumber =
  (least = 0) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < least)
      throw new InvalidArgumentError(`expected a whole number from ${least} on.`);
    return value;
  };

/** Collects an option that may be given several times. */
export const several = (text: string, before: string[] = []): string[] => [...before, text];

/** Splits a list at its commas; blanks around the words do not count. */
export const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Collects an option `NAME=value` that may be given several times. */
export function namedValues(
  text: string,
  before: { name: string; value: string }[] = [],
): { name: string; value: string }[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected name=value.');
  return [...before, { name: text.slice(0, at), value: text.slice(at + 1) }];
}
