import { Transform, type TransformCallback } from 'node:stream';

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

/** Returns the spans of all values, overlapping ones included, in no order. */
export function spansIn(bytes: Buffer, patterns: readonly Buffer[]): Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1))
      spans.push({ start: at, end: at + pattern.length });
  }
  return spans;
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

/** The part of a file that passes through a {@link MaskingStream}; positions in the file. */
export interface MaskedPart {
  from: number;
  /** Range of the output, both ends inclusive. */
  start: number;
  end: number;
  /** The file may still grow: the beginning of a value at its end is masked, too. */
  growing: boolean;
}

/**
 * Masks values in a stream of bytes without changing its length, so that sizes and ranges stay valid. It holds back
 * as many bytes as the longest value has; the input needs as many bytes before and after the wanted part.
 */
export class MaskingStream extends Transform {
  private readonly reach: number;
  private held: Buffer = Buffer.alloc(0);
  /** Position of the first byte that is held back. */
  private at: number;
  /** Bytes up to this position belong to a value that has been found. */
  private coveredUntil = 0;

  constructor(
    private readonly patterns: readonly Buffer[],
    private readonly part: MaskedPart,
  ) {
    super();
    this.reach = reachOf(patterns);
    this.at = part.from;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = Buffer.concat([this.held, chunk]);
    this.release(bytes, Math.max(0, bytes.length - this.reach));
    done();
  }

  override _flush(done: TransformCallback): void {
    const bytes = Buffer.from(this.held);
    this.release(
      bytes,
      bytes.length,
      this.part.growing ? startOfPartialValue(bytes, this.patterns) : bytes.length,
    );
    done();
  }

  private release(bytes: Buffer, length: number, open = bytes.length): void {
    const out = Buffer.from(bytes.subarray(0, length));
    maskSpan(out, { start: 0, end: Math.min(length, this.coveredUntil - this.at) });
    for (const span of spansIn(bytes, this.patterns)) {
      if (span.start >= length) continue;
      maskSpan(out, { start: span.start, end: Math.min(length, span.end) });
      this.coveredUntil = Math.max(this.coveredUntil, this.at + span.end);
    }
    maskSpan(out, { start: open, end: length });
    const { start, end } = this.part;
    const last = Math.max(0, Math.min(length, end + 1 - this.at));
    const wanted = out.subarray(Math.max(0, start - this.at), last);
    this.held = bytes.subarray(length);
    this.at += length;
    if (wanted.length > 0) this.push(wanted);
  }
}

/** A part of a file that is read at once; positions in the file, ends exclusive. */
export interface ReadPart {
  from: number;
  to: number;
  /** Size of the file, bytes. */
  size: number;
  /** The file may still grow: bytes at its end that may begin a value are left out. */
  growing: boolean;
}

/** Returns a part of a file with its values masked. @param read returns bytes of the file, or fewer when it has become shorter */
export async function maskPart(
  patterns: readonly Buffer[],
  { from, to, size, growing }: ReadPart,
  read: (from: number, to: number) => Promise<Buffer>,
): Promise<Buffer> {
  const reach = reachOf(patterns);
  const first = Math.max(0, from - reach);
  const last = Math.min(size, to + reach);
  const bytes = await read(first, last);
  const open = growing && last === size ? startOfPartialValue(bytes, patterns) : bytes.length;
  for (const span of spansIn(bytes, patterns)) maskSpan(bytes, span);
  return bytes.subarray(from - first, Math.max(from - first, Math.min(to - first, open)));
}
