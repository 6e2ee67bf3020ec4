import { beginEvents, whenClosed } from '@portolan/service';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { WebSocket } from 'ws';
import type { FrameBatch } from './frame-splitter';
import { payloadsOf } from './frame-payloads';
import { COMMENT_FRAME } from './event-frames';

/** How output gets to one client. */
export interface SinkOutlet {
  /** @returns whether there is room for more; if not, `onDrain` follows */
  write(batch: FrameBatch): boolean;
  /** Something that programs ignore. */
  keepAlive(): void;
  /** Says how many messages the client has lost, where it can be said without looking like a message. */
  tellDropped(count: number): void;
  end(): void;
  onDrain(listener: () => void): void;
  /** Calls `listener` once, also when the client has gone already. */
  onClose(listener: () => void): void;
}

/** Tells whether a client asks for meta messages (reference: streams §7.7). @param query sink parameters */
export const wantsMetaMessages = (query: string): boolean =>
  new URLSearchParams(query).get('enableMetaMessages')?.toLowerCase() === 'true';

/** How a client learns among its messages how many it has lost since it was last told. */
const droppedMessage = (count: number): string => JSON.stringify({ 'svc.meta.dropped': count });

/** Server-sent events: frames pass as they came. */
export class EventOutlet implements SinkOutlet {
  private readonly response: ServerResponse;

  /** @param metaMessages the client wants to be told about its losses among its messages */
  constructor(
    reply: FastifyReply,
    private readonly metaMessages: boolean,
  ) {
    this.response = beginEvents(reply);
    this.response.on('error', () => this.response.destroy());
  }

  write(batch: FrameBatch): boolean {
    return this.response.write(batch.bytes);
  }

  keepAlive(): void {
    this.response.write(COMMENT_FRAME);
  }

  /** As a comment, unless the client asked for messages: programs that read events don't see it, people who watch do. */
  tellDropped(count: number): void {
    this.response.write(
      this.metaMessages
        ? `data: ${droppedMessage(count)}\n\n`
        : `: ${count} messages dropped, this connection is too slow\n\n`,
    );
  }

  end(): void {
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
/** What the socket may hold before output waits outside of it, bytes. */
const SOCKET_BUFFER_BYTES = 65_536;

/** A websocket: one text frame a message. */
export class SocketOutlet implements SinkOutlet {
  private drained: () => void = () => undefined;
  private full = false;

  /** @param metaMessages the client wants to be told about its losses among its messages */
  constructor(
    private readonly socket: WebSocket,
    private readonly metaMessages: boolean,
  ) {
    socket.on('error', () => socket.terminate());
  }

  write(batch: FrameBatch): boolean {
    for (const payload of payloadsOf(batch)) this.socket.send(payload, this.sent);
    this.full = this.socket.bufferedAmount > SOCKET_BUFFER_BYTES;
    return !this.full;
  }

  keepAlive(): void {
    this.socket.ping();
  }

  /** A websocket has no comments: only a client that asked for meta messages is told, by one. */
  tellDropped(count: number): void {
    if (this.metaMessages) this.socket.send(droppedMessage(count));
  }

  end(): void {
    this.socket.close(NORMAL_CLOSE);
  }

  onDrain(listener: () => void): void {
    this.drained = listener;
  }

  onClose(listener: () => void): void {
    if (this.socket.readyState === this.socket.CLOSED) listener();
    else this.socket.once('close', listener);
  }

  private readonly sent = (): void => {
    if (!this.full || this.socket.bufferedAmount > SOCKET_BUFFER_BYTES) return;
    this.full = false;
    this.drained();
  };
}
