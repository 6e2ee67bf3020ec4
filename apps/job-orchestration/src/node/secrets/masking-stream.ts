import { Transform, type TransformCallback } from 'node:stream';
import { cover, openAt, reachOf, spansIn } from './mask';

/** What passes through a {@link MaskingStream}: positions in the file. */
export interface MaskedPart {
  /** Where the bytes that come in begin. */
  from: number;
  /** What goes out; both inclusive. */
  start: number;
  end: number;
  /** More may be written behind what comes in: then the beginning of a value at its end is covered too. */
  growing: boolean;
}

/**
 * Covers values in bytes that pass, of the same length, so that sizes and ranges stay what they are. It keeps as many
 * bytes back as the longest value has. Give it so many before and behind the part that is wanted.
 */
export class MaskingStream extends Transform {
  private readonly reach: number;
  private held: Buffer = Buffer.alloc(0);
  /** Position of the first byte that is held. */
  private at: number;
  /** Up to this position a value that was found before goes on. */
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
    const open = this.part.growing ? openAt(bytes, this.patterns) : bytes.length;
    this.release(bytes, bytes.length, open);
    done();
  }

  private release(bytes: Buffer, length: number, open = bytes.length): void {
    const out = Buffer.from(bytes.subarray(0, length));
    cover(out, { start: 0, end: Math.min(length, this.coveredUntil - this.at) });
    for (const span of spansIn(bytes, this.patterns)) {
      if (span.start >= length) continue;
      cover(out, { start: span.start, end: Math.min(length, span.end) });
      this.coveredUntil = Math.max(this.coveredUntil, this.at + span.end);
    }
    cover(out, { start: open, end: length });
    const { start, end } = this.part;
    const wanted = out.subarray(
      Math.max(0, start - this.at),
      Math.max(0, Math.min(length, end + 1 - this.at)),
    );
    this.held = bytes.subarray(length);
    this.at += length;
    if (wanted.length > 0) this.push(wanted);
  }
}
