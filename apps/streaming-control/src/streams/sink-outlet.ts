import { beginEvents, whenClosed } from '@portolan/service';
import { KEEP_ALIVE_FRAME, dataFrame, missedMessage } from '@portolan/worker/sink-protocol';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { WebSocket } from 'ws';
import { refused } from '../errors/errors';
import { MAX_FRAME_BYTES, type FrameBatch } from './frame-splitter';
import { payloadsOf } from './frame-payloads';
import { SocketLosses } from './socket-losses';
import { LossCause } from './stream-traffic.service';

/** How output gets to one client. */
export interface SinkOutlet {
  /** There will be output. Until then it may still be refused with a status of its own. */
  begin(): void;
  /** The workers don't take the client's parameters: says why and ends. */
  refuse(reason: string): void;
  /** @returns whether there is room for more; if not, `onDrain` follows */
  write(batch: FrameBatch): boolean;
  /** One message of this service's own. */
  say(payload: string): void;
  /** Something that programs ignore. */
  keepAlive(): void;
  /** Says how many messages the client has lost, where it can be said without looking like a message. */
  tellDropped(count: number, cause: LossCause): void;
  /** Says something to people who watch, where it can be said so. */
  remark(text: string): void;
  end(): void;
  onDrain(listener: () => void): void;
  /** Calls `listener` once, also when the client has gone already. */
  onClose(listener: () => void): void;
}

/** Tells whether a client asks for meta messages (reference: streams §7.7). @param query sink parameters */
export const wantsMetaMessages = (query: string): boolean =>
  new URLSearchParams(query).get('enableMetaMessages')?.toLowerCase() === 'true';

/** What a client is told that has lost messages. */
const lossText = (count: number, cause: LossCause): string =>
  cause === LossCause.Slow
    ? `${count} messages dropped, this connection is too slow`
    : `${count} messages dropped, they are larger than ${MAX_FRAME_BYTES} bytes`;

/** What a connection may hold before output waits outside of it, bytes: enough for one large write instead of many. */
const CONNECTION_BUFFER_BYTES = 262_144;

/** So long an answer waits for the workers to take the client's parameters, ms. After that it begins as a stream. */
const BEGIN_WITHIN_MS = 1000;

/** Server-sent events: frames pass as they came. */
export class EventOutlet implements SinkOutlet {
  /** Fulfilled when the stream has begun. Rejected with a 400 when the client is refused before that. */
  readonly begun: Promise<void>;
  private readonly response: ServerResponse;
  private readonly timer: NodeJS.Timeout;
  private resolve!: () => void;
  private reject!: (error: Error) => void;
  private hasBegun = false;

  /** @param metaMessages the client wants to be told about its losses among its messages */
  constructor(
    private readonly reply: FastifyReply,
    private readonly metaMessages: boolean,
  ) {
    this.begun = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.response = reply.raw;
    this.timer = setTimeout(() => this.begin(), BEGIN_WITHIN_MS);
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
      this.end();
      return;
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

  /** As a comment, unless the client asked for messages: programs that read events don't see it, people who watch do. */
  tellDropped(count: number, cause: LossCause): void {
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
/** Close codes of ours (4000 and up): the status that an HTTP request would have got, plus 4000. */
const OWN_CODES = 4000;
/** A close frame has room for so many bytes of text. */
const MAX_REASON_BYTES = 123;

/** Closes a socket for what can't be served: the handshake was over before anybody could look. @param status of HTTP */
export function closeFor(socket: WebSocket, status: number, message: string): void {
  const reason = Buffer.from(message)
    .subarray(0, MAX_REASON_BYTES)
    .toString()
    .replace(/\uFFFD$/, '');
  socket.close(OWN_CODES + status, reason);
}

/** A websocket: one text frame a message. */
export class SocketOutlet implements SinkOutlet {
  private drained: () => void = () => undefined;
  private full = false;
  private readonly losses: SocketLosses;

  /** @param metaMessages the client wants to be told about its losses among its messages */
  constructor(
    private readonly socket: WebSocket,
    private readonly metaMessages: boolean,
  ) {
    this.losses = new SocketLosses(socket);
    socket.on('error', () => socket.terminate());
  }

  begin(): void {
    // The handshake was the beginning.
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

  tellDropped(count: number, cause: LossCause): void {
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
