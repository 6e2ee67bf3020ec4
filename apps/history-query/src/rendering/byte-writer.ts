/** Bytes of the first buffer; it doubles when it is full. */
const FIRST_BYTES = 4096;

/** Puts bytes together. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private written = 0;

  get length(): number {
    return this.written;
  }

  byte(value: number): void {
    if (this.written === this.buffer.length) this.grow(1);
    this.buffer[this.written++] = value;
  }

  /** Part of other bytes. */
  span(source: Buffer, start: number, end: number): void {
    const length = end - start;
    if (this.written + length > this.buffer.length) this.grow(length);
    const { buffer } = this;
    // Below some dozens of bytes the call costs more than the loop.
    if (length > 48) source.copy(buffer, this.written, start, end);
    else for (let from = start, to = this.written; from < end;) buffer[to++] = source[from++]!;
    this.written += length;
  }

  /** Takes back what was written after a length. */
  cut(length: number): void {
    this.written = length;
  }

  /** A copy of what was written; the writer is empty then. */
  take(): Buffer {
    const bytes = Buffer.allocUnsafe(this.written);
    this.buffer.copy(bytes, 0, 0, this.written);
    this.written = 0;
    return bytes;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, this.written + needed));
    this.buffer.copy(larger, 0, 0, this.written);
    this.buffer = larger;
  }
}
