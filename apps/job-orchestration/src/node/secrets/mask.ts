/** Shorter values are not masked: too much would look like them. */
export const MIN_MASKED_BYTES = 4;

const MASK = '*'.charCodeAt(0);

/** Bytes from `start` up to `end`, exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** What is masked: each value as bytes, long enough, once. */
export function patternsOf(values: readonly string[]): Buffer[] {
  return [...new Set(values)]
    .map((value) => Buffer.from(value))
    .filter((one) => one.length >= MIN_MASKED_BYTES);
}

/** Bytes that have to be known before and after a place to tell whether it belongs to a value. */
export const reachOf = (patterns: readonly Buffer[]): number =>
  Math.max(0, ...patterns.map((pattern) => pattern.length - 1));

/** Where values are, also where one overlaps the other. In no order. */
export function spansIn(bytes: Buffer, patterns: readonly Buffer[]): Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1))
      spans.push({ start: at, end: at + pattern.length });
  }
  return spans;
}

/**
 * Where at the end of the bytes a value may have begun that goes on later; too few bytes of it tell nothing.
 *
 * @returns `bytes.length` when nowhere
 */
export function openAt(bytes: Buffer, patterns: readonly Buffer[]): number {
  let open = bytes.length;
  for (const pattern of patterns) {
    const longest = Math.min(pattern.length - 1, bytes.length);
    for (let length = longest; length >= MIN_MASKED_BYTES; length--) {
      const start = bytes.length - length;
      if (start >= open) break;
      if (bytes.subarray(start).equals(pattern.subarray(0, length))) {
        open = start;
        break;
      }
    }
  }
  return open;
}

/** Covers a span. */
export const cover = (bytes: Buffer, { start, end }: Span): Buffer =>
  bytes.fill(MASK, Math.max(0, start), Math.max(0, end));
