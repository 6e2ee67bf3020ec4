import type { OpenStream, OpenStreamsService } from '../streams/open-streams.service';
import { LossCause, type StreamTrafficService } from '../streams/stream-traffic.service';
import { messagesLostWith, type FrameBatch } from './frame-splitter';
import type { SinkOutlet } from './sink-outlet';

/** The ping that clients can request (docs/contract/streams.md#job-output). */
const TUNNEL_PING = 'MantisApiTunnelPing';

/** A client of a job's output. The queue of a slow client is bounded; the excess is dropped, counted and reported (V1-STREAM-11). */
export class SinkClient implements OpenStream {
  private readonly queue: FrameBatch[] = [];
  private queuedBytes = 0;
  private blocked = false;
  private readonly unreported = new Map<LossCause, number>();
  private ending = false;
  /** Called when the client has room again after it was {@link isFull}. */
  onRoom: (() => void) | undefined;

  /** @param maxBytes the limit of the client's queue */
  constructor(
    private readonly outlet: SinkOutlet,
    streams: Pick<OpenStreamsService, 'add' | 'remove'>,
    private readonly maxBytes: number,
    private readonly traffic: Pick<StreamTrafficService, 'sent' | 'dropped'>,
  ) {
    streams.add(this);
    outlet.onDrain(() => this.drained());
    outlet.onClose(() => streams.remove(this));
  }

  onClose(listener: () => void): void {
    this.outlet.onClose(listener);
  }

  begin(): void {
    if (!this.ending) this.outlet.begin();
  }

  /** Ends the stream because all workers that can be reached refuse the client's parameters. */
  refuse(reason: string): void {
    if (this.ending) return;
    this.ending = true;
    this.outlet.refuse(reason);
  }

  /** Sends a message that shows that the connection is alive, unless other messages are waiting. */
  ping(): void {
    if (!this.ending && !this.blocked) this.outlet.say(TUNNEL_PING);
  }

  /** Reports that one of several workers refuses the parameters; the output of the others continues. */
  remark(text: string): void {
    if (!this.ending && !this.blocked) this.outlet.remark(text);
  }

  offer(batch: FrameBatch): void {
    if (this.ending) return;
    if (!this.blocked) {
      this.blocked = !this.write(batch);
    } else if (this.queuedBytes + batch.bytes.length <= this.maxBytes) {
      this.queue.push(batch);
      this.queuedBytes += batch.bytes.length;
    } else {
      this.traffic.dropped(batch.messages, batch.bytes.length);
      this.note(LossCause.Slow, messagesLostWith(batch));
    }
  }

  /** Counts an oversized message that no client gets. @param bytes received so far */
  missed(bytes: number): void {
    if (this.ending) return;
    this.traffic.dropped(1, bytes);
    this.note(LossCause.TooLarge, 1);
    if (!this.blocked) this.reportDropped();
  }

  /** The queue is so full that the next messages may be dropped. */
  get isFull(): boolean {
    return this.blocked && this.queuedBytes * 2 >= this.maxBytes;
  }

  keepAlive(): void {
    if (!this.blocked && !this.ending) this.outlet.keepAlive();
  }

  end(): void {
    if (this.ending) return;
    this.ending = true;
    for (const batch of this.queue.splice(0)) this.write(batch);
    this.reportDropped();
    this.outlet.end();
  }

  private drained(): void {
    this.blocked = false;
    if (this.ending) return;
    while (!this.blocked) {
      const batch = this.queue.shift();
      if (!batch) break;
      this.queuedBytes -= batch.bytes.length;
      this.blocked = !this.write(batch);
    }
    if (!this.blocked) this.reportDropped();
    if (!this.isFull) this.onRoom?.();
  }

  private write(batch: FrameBatch): boolean {
    this.traffic.sent(batch.messages, batch.bytes.length);
    return this.outlet.write(batch);
  }

  private note(cause: LossCause, messages: number): void {
    this.unreported.set(cause, (this.unreported.get(cause) ?? 0) + messages);
  }

  private reportDropped(): void {
    if (this.unreported.size === 0) return;
    for (const [cause, count] of this.unreported) this.outlet.reportDropped(count, cause);
    this.unreported.clear();
  }
}
