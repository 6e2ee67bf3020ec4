/** Maximum number of elements of an array. */
export const ARRAY_LIMIT = 10_000;

const PART = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/**
 * Reads the indexes of an array, `1,3,7-9`.
 *
 * @param size the first index that does not exist
 * @returns the indexes in ascending order; a text says what is wrong
 */
export function readIndexes(text: string, size: number): number[] | string {
  const seen = new Set<number>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, first, last = first] = PART.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || to < from)
      return `must be indexes and ranges, like 1,3,7-9, not ${part.slice(0, 40)}`;
    if (to >= size) return `has the index ${to}, but the array ends with ${size - 1}`;
    for (let index = from; index <= to; index++) {
      if (seen.has(index)) return `has the index ${index} twice`;
      seen.add(index);
    }
  }
  return [...seen].sort((one, other) => one - other);
}

/** Returns the indexes of the elements of an array, in ascending order. @param indexes as stored; null: all */
export function indexesOf({ size, indexes }: { size: number; indexes: string | null }): number[] {
  if (indexes === null) return Array.from({ length: size }, (_, index) => index);
  const read = readIndexes(indexes, size);
  if (typeof read === 'string') throw new Error(`stored indexes are invalid: ${read}`);
  return read;
}

/** Writes ascending indexes as text, with ranges: `1,3,7-9`. */
export function indexesText(indexes: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const index of indexes) {
    const range = ranges.at(-1);
    if (range?.[1] === index - 1) range[1] = index;
    else ranges.push([index, index]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
