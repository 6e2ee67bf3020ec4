import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@portolan/service';

export interface OpenStream {
  /** Sends something that clients ignore, unless the connection is full. */
  keepAlive(): void;
  /** Sends the queue and closes the stream. */
  end(): void;
}

export const KEEP_ALIVE_MS = 15_000;
/** Parts of an interval: thousands of writes at once would block the event loop and fill the memory. */
const PARTS = 60;

/** The open streams of this process: one timer keeps them alive, and a shutdown ends them before HTTP closes. */
@Injectable()
export class OpenStreamsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<OpenStream>();
  private timer: NodeJS.Timeout | undefined;
  /** The streams that are due in this round. A set's iterator includes new streams and skips removed ones. */
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

  /** Keeps the next streams alive. A round ends when every stream had its turn and the interval has passed. */
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
