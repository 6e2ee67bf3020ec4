/** Whole frames of a stream of server-sent events, with how many messages they carry. */
export interface FrameBatch {
  bytes: Buffer;
  messages: number;
}

const NEWLINE = 10;
const RETURN = 13;
const COLON = 58;
const FRAME_END = Buffer.from('\n\n');
/** A frame that grows beyond this is not one: what came of it is given up. */
const MAX_FRAME_BYTES = 4 << 20;

/**
 * Cuts what arrives from a worker into whole frames, untouched but for line ends (`\r\n` and `\r` become
 * `\n`). Comments, which only keep a connection alive, are left out.
 */
export class FrameSplitter {
  private rest: Buffer = Buffer.alloc(0);

  /** @returns undefined while no frame is complete */
  push(chunk: Buffer): FrameBatch | undefined {
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    let held: Buffer = Buffer.alloc(0);
    if (data.includes(RETURN)) {
      // The line feed of a `\r\n` may come with the next chunk.
      if (data.at(-1) === RETURN) [data, held] = [data.subarray(0, -1), data.subarray(-1)];
      data = Buffer.from(data.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1');
    }
    const frames: Buffer[] = [];
    let start = 0;
    for (;;) {
      while (data[start] === NEWLINE) start += 1;
      const end = data.indexOf(FRAME_END, start);
      if (end < 0) break;
      if (data[start] !== COLON || hasData(data.subarray(start, end))) {
        frames.push(data.subarray(start, end + FRAME_END.length));
      }
      start = end + FRAME_END.length;
    }
    this.rest = Buffer.concat([data.subarray(start), held]);
    if (this.rest.length > MAX_FRAME_BYTES) this.rest = Buffer.alloc(0);
    return frames.length === 0 ? undefined : { bytes: joined(frames), messages: frames.length };
  }
}

/** A frame may begin with a comment line and still carry data. */
const hasData = (frame: Buffer): boolean => frame.includes('\ndata');

/** Frames that lie side by side are one piece already. */
function joined(frames: readonly Buffer[]): Buffer {
  const [first] = frames;
  const last = frames.at(-1);
  if (!first || !last) return Buffer.alloc(0);
  const length = frames.reduce((sum, frame) => sum + frame.length, 0);
  const span = last.byteOffset + last.length - first.byteOffset;
  return span === length
    ? Buffer.from(first.buffer, first.byteOffset, length)
    : Buffer.concat(frames, length);
}
