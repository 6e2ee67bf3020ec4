/** Bytes of the first buffer; it doubles when it is full. */
const FIRST_BYTES = 4096;

/** Below some dozens of bytes a call costs more than a loop. */
const WORTH_A_CALL = 48;

const SPACE = 0x20;
const LINE_END = 0x0a;

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
  span(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.written + length > this.buffer.length) this.grow(length);
    const { buffer, written } = this;
    if (length > WORTH_A_CALL) buffer.set(source.subarray(start, end), written);
    else for (let from = start, to = written; from < end;) buffer[to++] = source[from++]!;
    this.written = written + length;
  }

  /** All of other bytes. */
  bytes(source: Uint8Array): void {
    this.span(source, 0, source.length);
  }

  /** Text as UTF-8. */
  text(text: string): void {
    const most = 3 * text.length;
    if (this.written + most > this.buffer.length) this.grow(most);
    this.written += this.buffer.write(text, this.written);
  }

  /** A line end and the spaces of the next line. */
  line(spaces: number): void {
    const end = this.written + spaces + 1;
    if (end > this.buffer.length) this.grow(spaces + 1);
    const { buffer } = this;
    let at = this.written;
    buffer[at++] = LINE_END;
    while (at < end) buffer[at++] = SPACE;
    this.written = end;
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
