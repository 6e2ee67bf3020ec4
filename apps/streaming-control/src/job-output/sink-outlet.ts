import { beginEvents, whenClosed } from '@portolan/service';
import { KEEP_ALIVE_FRAME, dataFrame, missedMessage } from '@portolan/worker/sink-protocol';
import type { FastifyReply } from 'fastify';
import type { WebSocket } from 'ws';
import { refused } from '../errors/refusals';
import { LossCause } from '../streams/stream-traffic.service';
import { LossReports } from '../websockets/loss-reports';
import { MAX_FRAME_BYTES, payloadsOf, type FrameBatch } from './frame-splitter';
import { wantsMetaMessages } from './sink-switches';

/** The connection to one client of output. */
export interface SinkOutlet {
  /** Begins the stream. Until then it may still be refused with an HTTP status. */
  begin(): void;
  /** Refuses the client's parameters with a reason and ends. */
  refuse(reason: string): void;
  /** @returns whether there is room for more; otherwise `onDrain` follows */
  write(batch: FrameBatch): boolean;
  say(payload: string): void;
  /** Sends a keep-alive that clients ignore. */
  keepAlive(): void;
  /** Reports the number of lost messages in a form that is not a message. */
  reportDropped(count: number, cause: LossCause): void;
  /** Sends a comment for human readers, where the transport has comments. */
  remark(text: string): void;
  end(): void;
  onDrain(listener: () => void): void;
  /** Calls `listener` once, also when the client has already disconnected. */
  onClose(listener: () => void): void;
}

const lossText = (count: number, cause: LossCause): string =>
  cause === LossCause.Slow
    ? `${count} messages dropped, this connection is too slow`
    : `${count} messages dropped, they are larger than ${MAX_FRAME_BYTES} bytes`;

/**
 * Bytes that a connection may hold before output is queued in its `SinkClient`: enough for one large write instead of many. A slow
 * client takes this and the limit of the queue (V1-STREAM-11).
 */
const CONNECTION_BUFFER_BYTES = 262_144;

/** Limit for which a response waits for the workers to accept the client's parameters, ms; then the stream begins. */
const BEGIN_WITHIN_MS = 1000;

/** Server-sent events: frames are passed on unchanged. */
export class EventOutlet implements SinkOutlet {
  private resolve!: () => void;
  private reject!: (error: Error) => void;
  /** Resolves when the stream has begun; rejects with a 400 when the client is refused before that. */
  readonly begun = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
  private readonly response = this.reply.raw;
  private readonly metaMessages = wantsMetaMessages(this.query);
  private readonly timer = setTimeout(() => this.begin(), BEGIN_WITHIN_MS);
  private hasBegun = false;

  constructor(
    private readonly reply: FastifyReply,
    private readonly query: string,
  ) {
    whenClosed(this.response, () => this.begin());
  }

  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    clearTimeout(this.timer);
    this.response.on('error', () => this.response.destroy());
    beginEvents(this.reply);
    this.resolve();
  }

  refuse(reason: string): void {
    if (this.hasBegun) {
      this.remark(reason);
      return this.end();
    }
    this.hasBegun = true;
    clearTimeout(this.timer);
    this.reject(refused(reason));
  }

  write(batch: FrameBatch): boolean {
    this.begin();
    return this.response.write(batch.bytes) || this.response.writableLength < CONNECTION_BUFFER_BYTES;
  }

  say(payload: string): void {
    this.begin();
    this.response.write(dataFrame(payload));
  }

  keepAlive(): void {
    if (this.hasBegun) this.response.write(KEEP_ALIVE_FRAME);
  }

  /** Reports losses in a comment, which programs ignore and people see, unless the client requested messages. */
  reportDropped(count: number, cause: LossCause): void {
    if (this.metaMessages) this.say(missedMessage(count));
    else this.remark(lossText(count, cause));
  }

  remark(text: string): void {
    this.begin();
    this.response.write(`: ${text}\n\n`);
  }

  end(): void {
    this.begin();
    this.response.end();
  }

  onDrain(listener: () => void): void {
    this.response.on('drain', listener);
  }

  onClose(listener: () => void): void {
    whenClosed(this.response, listener);
  }
}

const NORMAL_CLOSE = 1000;
/** Close codes of this service: 4000 plus the status of the same HTTP request. */
const OWN_CODES = 4000;
/** Maximum bytes of text in a close frame (RFC 6455). */
const MAX_REASON_BYTES = 123;

/** Closes a socket whose stream cannot be served: the handshake ended before that was known. @param status of HTTP */
export function closeFor(socket: WebSocket, status: number, message: string): void {
  const reason = Buffer.from(message)
    .subarray(0, MAX_REASON_BYTES)
    .toString()
    .replace(/\uFFFD$/, '');
  socket.close(OWN_CODES + status, reason);
}

/** A websocket: one text frame per message. */
export class SocketOutlet implements SinkOutlet {
  private drained: () => void = () => undefined;
  private full = false;
  private readonly losses = new LossReports(this.socket);
  private readonly metaMessages = wantsMetaMessages(this.query);

  constructor(
    private readonly socket: WebSocket,
    private readonly query: string,
  ) {
    socket.on('error', () => socket.terminate());
  }

  begin(): void {
    // The handshake has begun the stream already.
  }

  refuse(reason: string): void {
    closeFor(this.socket, 400, reason);
  }

  write(batch: FrameBatch): boolean {
    for (const payload of payloadsOf(batch)) this.socket.send(payload, this.sent);
    this.full = this.socket.bufferedAmount > CONNECTION_BUFFER_BYTES;
    return !this.full;
  }

  say(payload: string): void {
    this.socket.send(payload);
  }

  keepAlive(): void {
    this.socket.ping();
  }

  reportDropped(count: number, cause: LossCause): void {
    this.losses.note(count);
    if (this.metaMessages) this.say(missedMessage(count));
    else this.losses.tell(lossText(count, cause));
  }

  remark(): void {
    // A websocket has no comments.
  }

  end(): void {
    this.socket.close(NORMAL_CLOSE, this.losses.reason);
  }

  onDrain(listener: () => void): void {
    this.drained = listener;
  }

  onClose(listener: () => void): void {
    if (this.socket.readyState === this.socket.CLOSED) listener();
    else this.socket.once('close', listener);
  }

  private readonly sent = (): void => {
    if (!this.full || this.socket.bufferedAmount > CONNECTION_BUFFER_BYTES) return;
    this.full = false;
    this.drained();
  };
}
