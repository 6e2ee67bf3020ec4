import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@portolan/service';

/** A stream to a client that is open. */
export interface OpenStream {
  /** Says something that clients ignore, unless there is no room for it. */
  keepAlive(): void;
  /** Sends what waits and closes properly. */
  end(): void;
}

/** How often a stream says something when nothing happens. */
export const KEEP_ALIVE_MS = 15_000;
/** Parts of a round: a few streams at a time, for thousands of writes at once hold everything up and fill the memory. */
const PARTS = 60;

/** All streams of this process: one timer keeps them alive, and a shutdown ends them before HTTP closes. */
@Injectable()
export class OpenStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<OpenStream>();
  private timer: NodeJS.Timeout | undefined;
  /** The streams that have their turn in this round, as a set's iterator: who comes is in it, who leaves is not. */
  private turns: Iterator<OpenStream> = this.streams.values();
  private part = 0;

  constructor(metrics: Metrics) {
    metrics.gauge('streams_open', 'Streams that are open to clients', [], (gauge) =>
      gauge.set(this.streams.size),
    );
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.keepSomeAlive(), KEEP_ALIVE_MS / PARTS);
    this.timer.unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    for (const stream of this.streams) stream.end();
  }

  add(stream: OpenStream): void {
    this.streams.add(stream);
  }

  /** A round ends when all had their turn, and its time is over. */
  private keepSomeAlive(): void {
    this.part += 1;
    for (let count = Math.ceil(this.streams.size / PARTS); count > 0; count -= 1) {
      const turn = this.turns.next();
      if (!turn.done) turn.value.keepAlive();
      else if (this.part < PARTS) return;
      else {
        this.part = 0;
        this.turns = this.streams.values();
      }
    }
  }

  /** To be called when the stream is closed. */
  remove(stream: OpenStream): void {
    this.streams.delete(stream);
  }
}
