import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@portolan/service';

/** A stream to a client that is open. */
export interface OpenStream {
  /** Says something that clients ignore, unless there is no room for it. */
  keepAlive(): void;
  /** Sends what waits and closes properly. */
  end(): void;
}

const KEEP_ALIVE_MS = 15_000;

/** All streams of this process: one timer keeps them alive, and a shutdown ends them before HTTP closes. */
@Injectable()
export class OpenStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<OpenStream>();
  private timer: NodeJS.Timeout | undefined;

  constructor(metrics: Metrics) {
    metrics.gauge('streams_open', 'Streams that are open to clients', [], (gauge) =>
      gauge.set(this.streams.size),
    );
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      for (const stream of this.streams) stream.keepAlive();
    }, KEEP_ALIVE_MS);
    this.timer.unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    for (const stream of this.streams) stream.end();
  }

  add(stream: OpenStream): void {
    this.streams.add(stream);
  }

  /** To be called when the stream is closed. */
  remove(stream: OpenStream): void {
    this.streams.delete(stream);
  }
}
