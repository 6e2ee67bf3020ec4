/** Half of a character that a cut has left at the end; JSON columns refuse it. */
const HALF = /[\uD800-\uDBFF]$/;

/** Returns a text without line breaks and control characters. @param length of the result at most, in UTF-16 units */
export const oneLine = (text: string, length: number): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, length)
    .replace(HALF, '');
