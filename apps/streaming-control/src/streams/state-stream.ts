import { beginEvents, whenClosed } from '@portolan/service';
import { KEEP_ALIVE_FRAME, dataFrame } from '@portolan/worker/sink-protocol';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { OpenStream, OpenStreams } from './open-streams.service';
import type { StateListener, StateTopic } from './state-topic';

/** How a state stream keeps a client that asked for it (`sendHB=true`) from giving up. */
export interface HeartbeatOptions {
  /** JSON text of a heartbeat. */
  text: string;
  firstMs: number;
  everyMs: number;
}

const ignore = (): void => undefined;

/**
 * Sends a state to a client whenever it changes. A slow client costs one value: while its connection is
 * full only the newest state waits for it. There may be thousands of these: each keeps little.
 */
export class StateStream implements OpenStream, StateListener {
  private readonly response: ServerResponse;
  private heartbeat: NodeJS.Timeout | undefined;
  private waiting: string | undefined;
  /** The last state, when it has to be repeated as a heartbeat. */
  private final: string | undefined;
  private blocked = false;
  private ended = false;

  /** @param heartbeats with them the stream stays open after the state's end and repeats the last one */
  constructor(
    reply: FastifyReply,
    streams: OpenStreams,
    topic: StateTopic,
    private readonly heartbeats?: HeartbeatOptions,
  ) {
    this.response = beginEvents(reply);
    // What can't be written any more is lost with its client; `close` follows.
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
