/** Whole frames of a stream of server-sent events, with how many messages they carry. */
export interface FrameBatch {
  bytes: Buffer;
  messages: number;
}

const NEWLINE = 10;
const RETURN = 13;
const COLON = 58;
const HELD_RETURN = Buffer.from('\r');
const NOTHING = Buffer.alloc(0);
/** A frame that grows beyond this is not passed on. */
export const MAX_FRAME_BYTES = 4 << 20;

/**
 * Cuts what arrives from a worker into whole frames, untouched but for line ends (`\r\n` and `\r` become
 * `\n`). Comments, which only keep a connection alive, are left out. Frames that lie side by side stay one piece: of what
 * arrives only the frame at its edge is copied.
 */
export class FrameSplitter {
  /** The beginning of a frame. */
  private rest: Buffer = NOTHING;
  /** The line feed of a `\r\n` may come with the next chunk. */
  private heldReturn = false;

  /** What comes until the next end belongs to a frame that was given up; of it `rest` has the last byte. */
  private skips = false;

  /**
   * @param take gets every piece as soon as it is complete
   * @param lost told of each frame that is given up because it is too long, and how many bytes of it had come
   */
  constructor(
    private readonly take: (batch: FrameBatch) => void,
    private readonly lost: (bytes: number) => void,
    private readonly maxBytes = MAX_FRAME_BYTES,
  ) {}

  push(chunk: Buffer): void {
    const data = this.withPlainLineEnds(chunk);
    if (data.length === 0) return;
    const begun = this.rest;
    if (begun.length === 0) {
      this.cut(data, 0);
      return;
    }
    const end = begun.at(-1) === NEWLINE && data[0] === NEWLINE ? 1 : endOfFrame(data, 0);
    if (end < 0) {
      if (this.skips) this.rest = lastByteOf(data);
      else this.keep(Buffer.concat([begun, data]));
      return;
    }
    this.rest = NOTHING;
    if (!this.skips) this.cut(Buffer.concat([begun, data.subarray(0, end)]), 0);
    this.skips = false;
    this.cut(data, end);
  }

  /** Hands over the whole frames from `start` on and keeps what is left. */
  private cut(data: Buffer, start: number): void {
    let from = start;
    let frame = start;
    let messages = 0;
    const handOver = (): void => {
      if (messages > 0) this.take({ bytes: data.subarray(from, frame), messages });
      messages = 0;
    };
    for (;;) {
      if (data[frame] === NEWLINE) {
        handOver();
        while (data[frame] === NEWLINE) frame += 1;
        from = frame;
      }
      const end = endOfFrame(data, frame);
      if (end < 0) break;
      if (data[frame] === COLON && !hasData(data.subarray(frame, end))) {
        handOver();
        from = end;
      } else {
        messages += 1;
      }
      frame = end;
    }
    handOver();
    if (frame < data.length) this.keep(Buffer.from(data.subarray(frame)));
  }

  private keep(rest: Buffer): void {
    this.skips = rest.length > this.maxBytes;
    this.rest = this.skips ? lastByteOf(rest) : rest;
    if (this.skips) this.lost(rest.length);
  }

  private withPlainLineEnds(chunk: Buffer): Buffer {
    if (!this.heldReturn && !chunk.includes(RETURN)) return chunk;
    let data = this.heldReturn ? Buffer.concat([HELD_RETURN, chunk]) : chunk;
    this.heldReturn = data.at(-1) === RETURN;
    if (this.heldReturn) data = data.subarray(0, -1);
    return Buffer.from(data.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1');
  }
}

/** Where the frame ends that begins at `start`; -1 when that is not known yet. */
function endOfFrame(data: Buffer, start: number): number {
  // To look for single bytes and compare the next is several times as fast as to look for two.
  for (let at = data.indexOf(NEWLINE, start); at >= 0; at = data.indexOf(NEWLINE, at + 1)) {
    if (data[at + 1] === NEWLINE) return at + 2;
  }
  return -1;
}

const lastByteOf = (data: Buffer): Buffer => Buffer.from(data.subarray(-1));

/** A frame may begin with a comment line and still carry data. */
const hasData = (frame: Buffer): boolean => frame.includes('\ndata');
