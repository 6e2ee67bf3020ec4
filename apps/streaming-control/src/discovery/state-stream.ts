import type { ServerResponse } from 'node:http';
import { beginEvents, whenClosed } from '@portolan/service';
import { KEEP_ALIVE_FRAME, dataFrame } from '@portolan/worker/sink-protocol';
import type { FastifyReply } from 'fastify';
import type { OpenStream, OpenStreamsService } from '../streams/open-streams.service';
import type { StateListener, StateTopic } from './state-topic';

/** Heartbeats of a state stream (`sendHB=true`). */
export interface HeartbeatOptions {
  text: string;
  firstMs: number;
  everyMs: number;
}

const ignore = (): void => undefined;

/**
 * Sends a state to a client whenever it changes. While the connection is full, only the newest state waits, so a slow client uses
 * the memory of one value. Thousands of such streams may be open.
 */
export class StateStream implements OpenStream, StateListener {
  private readonly response: ServerResponse;
  private heartbeat: NodeJS.Timeout | undefined;
  private waiting: string | undefined;
  /** The last state, which is repeated as a heartbeat after the end. */
  private final: string | undefined;
  private blocked = false;
  private ended = false;

  /** @param heartbeats keep the stream open after the end of the state, and repeat the last value */
  constructor(
    reply: FastifyReply,
    streams: OpenStreamsService,
    topic: StateTopic,
    private readonly heartbeats?: HeartbeatOptions,
  ) {
    this.response = beginEvents(reply);
    // A failed write loses its client; `close` follows.
    this.response.on('error', ignore);
    streams.add(this);
    whenClosed(this.response, () => {
      this.ended = true;
      streams.remove(this);
      clearTimeout(this.heartbeat);
      topic.leave(this);
    });
    if (this.ended) return;
    this.scheduleHeartbeat(heartbeats?.firstMs);
    topic.join(this);
  }

  keepAlive(): void {
    if (!this.blocked && !this.ended) this.response.write(KEEP_ALIVE_FRAME);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.heartbeat);
    this.response.end(this.waiting === undefined ? undefined : dataFrame(this.waiting));
  }

  state(text: string): void {
    if (this.heartbeats) this.final = text;
    this.write(text);
  }

  stateEnded(): void {
    if (this.heartbeats) this.repeatsFinal = true;
    else this.end();
  }

  private repeatsFinal = false;

  private write(text: string): void {
    if (this.ended) return;
    if (this.blocked) {
      this.waiting = text;
      return;
    }
    if (this.response.write(dataFrame(text))) return;
    this.blocked = true;
    this.response.once('drain', () => this.drained());
  }

  private drained(): void {
    this.blocked = false;
    const text = this.waiting;
    this.waiting = undefined;
    if (text !== undefined) this.write(text);
  }

  private scheduleHeartbeat(afterMs: number | undefined): void {
    const { heartbeats } = this;
    if (afterMs === undefined || !heartbeats) return;
    this.heartbeat = setTimeout(() => {
      if (!this.blocked) this.write(this.repeatsFinal ? (this.final ?? heartbeats.text) : heartbeats.text);
      this.scheduleHeartbeat(heartbeats.everyMs);
    }, afterMs);
    this.heartbeat.unref();
  }
}
