import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Observable, Subscription } from 'rxjs';
import type { OpenStream, OpenStreams } from './open-streams.service';
import { COMMENT_FRAME, beginEvents, eventFrame, whenClosed } from './sse-response';

/** How a state stream keeps a client that asked for it (`sendHB=true`) from giving up. */
export interface HeartbeatOptions {
  /** JSON text of a heartbeat. */
  text: string;
  firstMs: number;
  everyMs: number;
  /** After its source has ended the stream stays open and repeats the last value. */
  keepOpen: boolean;
}

/**
 * Sends a state to a client whenever it changes. A slow client costs one value: while its connection is
 * full only the newest state waits for it.
 */
export class StateStream implements OpenStream {
  private readonly response: ServerResponse;
  private readonly subscription: Subscription;
  private heartbeat: NodeJS.Timeout | undefined;
  private blocked = false;
  private waiting: string | undefined;
  private last: string | undefined;
  private ended = false;

  /** @param source JSON texts */
  constructor(
    reply: FastifyReply,
    streams: OpenStreams,
    source: Observable<string>,
    private readonly heartbeats?: HeartbeatOptions,
  ) {
    this.response = beginEvents(reply);
    const forget = streams.add(this);
    this.response.on('drain', () => this.drained());
    this.response.on('error', () => this.response.destroy());
    this.scheduleHeartbeat(heartbeats?.firstMs);
    this.subscription = source.subscribe({
      next: (text) => this.send(text),
      error: () => this.end(),
      complete: () => this.sourceEnded(),
    });
    whenClosed(this.response, () => {
      forget();
      clearTimeout(this.heartbeat);
      this.subscription.unsubscribe();
    });
  }

  keepAlive(): void {
    if (!this.blocked && !this.ended) this.response.write(COMMENT_FRAME);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.heartbeat);
    this.response.end(this.waiting === undefined ? undefined : eventFrame(this.waiting));
  }

  private send(text: string): void {
    this.last = text;
    this.write(text);
  }

  private write(text: string): void {
    if (this.ended) return;
    if (this.blocked) this.waiting = text;
    else this.blocked = !this.response.write(eventFrame(text));
  }

  private drained(): void {
    this.blocked = false;
    const text = this.waiting;
    this.waiting = undefined;
    if (text !== undefined) this.write(text);
  }

  private sourceEnded(): void {
    if (!this.heartbeats?.keepOpen) this.end();
    else this.sourceHasEnded = true;
  }

  private sourceHasEnded = false;

  private scheduleHeartbeat(afterMs: number | undefined): void {
    const heartbeats = this.heartbeats;
    if (afterMs === undefined || !heartbeats) return;
    this.heartbeat = setTimeout(() => {
      if (!this.blocked) this.write(this.sourceHasEnded ? (this.last ?? heartbeats.text) : heartbeats.text);
      this.scheduleHeartbeat(heartbeats.everyMs);
    }, afterMs);
    this.heartbeat.unref();
  }
}
