/** Shorter values are not masked: they would match too much other text. */
const MIN_MASKED_BYTES = 4;
const MASK = '*'.charCodeAt(0);

/** Bytes from `start` up to `end`, exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Returns the values to mask as bytes: long enough, each once. */
export const patternsOf = (values: readonly string[]): Buffer[] =>
  [...new Set(values)].map((value) => Buffer.from(value)).filter((one) => one.length >= MIN_MASKED_BYTES);

/** Returns the bytes needed before and after a position to tell whether it belongs to a value. */
export const reachOf = (patterns: readonly Buffer[]): number =>
  Math.max(0, ...patterns.map((pattern) => pattern.length - 1));

/**
 * Returns the spans of all values, overlapping ones included, in no order. A value that follows itself shares one span with its
 * repetitions: the owner of a job chooses the value and the output, and a search for each repetition would hold the event loop.
 */
export function spansIn(bytes: Buffer, patterns: readonly Buffer[]): Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    const { length } = pattern;
    const period = periodOf(pattern);
    let end = 0;
    for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, end - length + 1)) {
      end = at + length;
      let same = end;
      while (same < bytes.length && bytes[same] === bytes[same - period]) same++;
      end = same - ((same - end) % period);
      spans.push({ start: at, end });
    }
  }
  return spans;
}

/** Returns the shortest distance at which a pattern overlaps with itself: 1 for `aaaa`, 2 for `ababa`, its length for `abcd`. */
function periodOf(pattern: Buffer): number {
  // The prefix function: the length of the longest proper prefix that ends at each position.
  const prefixes = new Uint32Array(pattern.length);
  for (let at = 1, length = 0; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = prefixes[length - 1]!;
    if (pattern[at] === pattern[length]) length++;
    prefixes[at] = length;
  }
  return pattern.length - prefixes.at(-1)!;
}

/** Returns where a value that continues beyond the end may begin; `bytes.length` when nowhere. */
export function startOfPartialValue(bytes: Buffer, patterns: readonly Buffer[]): number {
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

export const maskSpan = (bytes: Buffer, { start, end }: Span): Buffer =>
  bytes.fill(MASK, Math.max(0, start), Math.max(0, end));

/** A part of a file that is read at once; positions in the file, ends exclusive. */
export interface ReadPart {
  from: number;
  to: number;
  /** Size of the file, bytes. */
  size: number;
  /** The treatment of bytes at the end of a file that may begin a value, because the file may still grow. @default they are no value */
  unfinished?: 'leave out' | 'mask' | undefined;
}

/** Returns a part of a file with its values masked. @param read returns bytes of the file, or fewer when it has become shorter */
export async function maskPart(
  patterns: readonly Buffer[],
  { from, to, size, unfinished }: ReadPart,
  read: (from: number, to: number) => Promise<Buffer>,
): Promise<Buffer> {
  const reach = reachOf(patterns);
  const first = Math.max(0, from - reach);
  const last = Math.min(size, to + reach);
  const bytes = await read(first, last);
  const isEnd = last === size || bytes.length < last - first;
  const open = unfinished && isEnd ? startOfPartialValue(bytes, patterns) : bytes.length;
  for (const span of spansIn(bytes, patterns)) maskSpan(bytes, span);
  if (unfinished === 'mask') maskSpan(bytes, { start: open, end: bytes.length });
  const end = unfinished === 'mask' ? to - first : Math.min(to - first, open);
  return bytes.subarray(from - first, Math.max(from - first, end));
}
