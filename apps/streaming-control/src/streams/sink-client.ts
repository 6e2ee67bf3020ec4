import type { FrameBatch } from './frame-splitter';
import type { OpenStream, OpenStreams } from './open-streams.service';
import type { SinkOutlet } from './sink-outlet';

/** One client of a job's output. What waits for a slow one is bounded; what exceeds it is dropped, counted and told. */
export class SinkClient implements OpenStream {
  private readonly queue: FrameBatch[] = [];
  private queuedBytes = 0;
  private blocked = false;
  private untold = 0;
  private ending = false;

  /**
   * @param maxBytes what may wait for the client
   * @param onDropped told how many messages it has lost
   */
  constructor(
    private readonly outlet: SinkOutlet,
    streams: OpenStreams,
    private readonly maxBytes: number,
    private readonly onDropped: (messages: number) => void,
  ) {
    streams.add(this);
    outlet.onDrain(() => this.drained());
    outlet.onClose(() => streams.remove(this));
  }

  onClose(listener: () => void): void {
    this.outlet.onClose(listener);
  }

  offer(batch: FrameBatch): void {
    if (this.ending) return;
    if (!this.blocked) {
      this.blocked = !this.outlet.write(batch);
    } else if (this.queuedBytes + batch.bytes.length <= this.maxBytes) {
      this.queue.push(batch);
      this.queuedBytes += batch.bytes.length;
    } else {
      this.untold += batch.messages;
      this.onDropped(batch.messages);
    }
  }

  keepAlive(): void {
    if (!this.blocked && !this.ending) this.outlet.keepAlive();
  }

  end(): void {
    if (this.ending) return;
    this.ending = true;
    for (const batch of this.queue.splice(0)) this.outlet.write(batch);
    this.tellDropped();
    this.outlet.end();
  }

  private drained(): void {
    this.blocked = false;
    if (this.ending) return;
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      this.queuedBytes -= batch.bytes.length;
      this.blocked = !this.outlet.write(batch);
      if (this.blocked) return;
    }
    this.tellDropped();
  }

  private tellDropped(): void {
    if (this.untold === 0) return;
    this.outlet.tellDropped(this.untold);
    this.untold = 0;
  }
}
