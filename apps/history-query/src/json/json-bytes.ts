export const Byte = {
  Quote: 0x22,
  Comma: 0x2c,
  Colon: 0x3a,
  OpenList: 0x5b,
  Backslash: 0x5c,
  CloseList: 0x5d,
  Null: 0x6e,
  OpenObject: 0x7b,
  CloseObject: 0x7d,
} as const;

/** Returns the position after a string's closing quote. All functions here expect canonical JSON. */
export function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; ; at++) {
    const byte = json[at];
    if (byte === Byte.Quote || byte === undefined) return at + 1;
    if (byte === Byte.Backslash) at++;
  }
}

export function endOfValue(json: Buffer, start: number): number {
  const first = json[start];
  if (first === Byte.Quote) return endOfString(json, start);
  if (first !== Byte.OpenObject && first !== Byte.OpenList) return endOfScalar(json, start);
  let depth = 0;
  for (let at = start; at < json.length;) {
    const byte = json[at];
    if (byte === Byte.Quote) {
      at = endOfString(json, at);
      continue;
    }
    at++;
    if (byte === Byte.OpenObject || byte === Byte.OpenList) depth++;
    else if ((byte === Byte.CloseObject || byte === Byte.CloseList) && --depth === 0) return at;
  }
  return json.length;
}

export function endOfScalar(json: Buffer, start: number): number {
  let at = start;
  for (; at < json.length; at++) {
    const byte = json[at];
    if (byte === Byte.Comma || byte === Byte.CloseObject || byte === Byte.CloseList) break;
  }
  return at;
}

/** Returns the text of a key, given the start and end of its string. */
export function keyText(json: Buffer, start: number, end: number): string {
  const inner = json.toString('utf8', start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
}

/** Bytes of the first buffer; it doubles when it is full. */
const FIRST_BYTES = 4096;

/** Below a few dozen bytes a native call costs more than a loop. */
const WORTH_A_CALL = 48;

const SPACE = 0x20;
const LINE_END = 0x0a;

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

  span(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.written + length > this.buffer.length) this.grow(length);
    const { buffer, written } = this;
    if (length > WORTH_A_CALL) buffer.set(source.subarray(start, end), written);
    else for (let from = start, to = written; from < end;) buffer[to++] = source[from++]!;
    this.written = written + length;
  }

  bytes(source: Uint8Array): void {
    this.span(source, 0, source.length);
  }

  text(text: string): void {
    const most = 3 * text.length;
    if (this.written + most > this.buffer.length) this.grow(most);
    this.written += this.buffer.write(text, this.written);
  }

  /** Appends a line end and the indent of the next line. */
  line(spaces: number): void {
    const end = this.written + spaces + 1;
    if (end > this.buffer.length) this.grow(spaces + 1);
    const { buffer } = this;
    let at = this.written;
    buffer[at++] = LINE_END;
    while (at < end) buffer[at++] = SPACE;
    this.written = end;
  }

  cut(length: number): void {
    this.written = length;
  }

  /** Returns a copy of the bytes and empties the writer. */
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
