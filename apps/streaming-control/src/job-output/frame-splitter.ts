import { missedCount, payloadsOf as payloadsOfFrames } from '@portolan/worker/sink-protocol';

/** Whole frames of a stream of server-sent events, and the number of their messages. */
export interface FrameBatch {
  bytes: Buffer;
  messages: number;
  /** Parsed at the first use, once for all clients. */
  payloads?: readonly string[];
}

export const payloadsOf = (batch: FrameBatch): readonly string[] =>
  (batch.payloads ??= payloadsOfFrames(batch.bytes.toString()));

/**
 * Returns the number of messages that a client loses with a batch: losses reported by a worker count, the report itself does not.
 */
export function messagesLostWith(batch: FrameBatch): number {
  if (!batch.bytes.includes('"svc.meta.dropped"')) return batch.messages;
  return payloadsOf(batch).reduce((sum, payload) => sum + (missedCount(payload) ?? 1), 0);
}

/** Returns the id of the last message that has one. @param frames whole frames */
export function lastEventId(frames: Buffer): string | undefined {
  const field = frames.lastIndexOf('\nid: ') + 1;
  if (!frames.subarray(field).toString('latin1', 0, 4).startsWith('id: ')) return undefined;
  return frames.toString('utf8', field + 4, frames.indexOf(NEWLINE, field));
}

const NEWLINE = 10;
const RETURN = 13;
const COLON = 58;
const HELD_RETURN = Buffer.from('\r');
const NOTHING = Buffer.alloc(0);
/** The limit of a frame, bytes; a larger one is dropped. */
export const MAX_FRAME_BYTES = 4 << 20;

/**
 * Splits the output of a worker into whole frames, unchanged except for line ends (`\r\n` and `\r` become `\n`). Comments,
 * which only keep a connection alive, are dropped. Adjacent frames stay one piece: only a frame at the edge of a chunk
 * is copied.
 */
export class FrameSplitter {
  private rest: Buffer = NOTHING;
  /** A final `\r` is held back: its `\n` may come with the next chunk. */
  private heldReturn = false;

  /** Discards the rest of an oversized frame; `rest` holds its last byte. */
  private skips = false;

  /**
   * @param take receives every piece as soon as it is complete
   * @param lost called for each oversized frame with its bytes received so far
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

  /** Hands over the whole frames from `start` on and keeps the remainder. */
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

/** Returns the end of the frame that begins at `start`; -1 while it is incomplete. */
function endOfFrame(data: Buffer, start: number): number {
  // Searching for one byte and comparing the next is several times as fast as searching for two.
  for (let at = data.indexOf(NEWLINE, start); at >= 0; at = data.indexOf(NEWLINE, at + 1)) {
    if (data[at + 1] === NEWLINE) return at + 2;
  }
  return -1;
}

const lastByteOf = (data: Buffer): Buffer => Buffer.from(data.subarray(-1));

/** A frame may begin with a comment line and still carry data. */
const hasData = (frame: Buffer): boolean => frame.includes('\ndata');
