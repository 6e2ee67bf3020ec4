import { messagesLostWith } from './frame-payloads';
import type { FrameBatch } from './frame-splitter';
import type { OpenStream, OpenStreams } from './open-streams.service';
import type { SinkOutlet } from './sink-outlet';
import { LossCause, type StreamTraffic } from './stream-traffic.service';

/** What clients expect of a ping that they asked for (reference: streams §7.4). */
const TUNNEL_PING = 'MantisApiTunnelPing';

/** One client of a job's output. What waits for a slow one is bounded; what exceeds it is dropped, counted and told. */
export class SinkClient implements OpenStream {
  private readonly queue: FrameBatch[] = [];
  private queuedBytes = 0;
  private blocked = false;
  private readonly untold = new Map<LossCause, number>();
  private ending = false;
  /** Called when the client can take more after it was {@link isFull}. */
  onRoom: (() => void) | undefined;

  /**
   * @param maxBytes what may wait for the client
   * @param traffic counts what it is sent and what it has lost
   */
  constructor(
    private readonly outlet: SinkOutlet,
    streams: Pick<OpenStreams, 'add' | 'remove'>,
    private readonly maxBytes: number,
    private readonly traffic: Pick<StreamTraffic, 'sent' | 'dropped'>,
  ) {
    streams.add(this);
    outlet.onDrain(() => this.drained());
    outlet.onClose(() => streams.remove(this));
  }

  onClose(listener: () => void): void {
    this.outlet.onClose(listener);
  }

  /** There will be output. */
  begin(): void {
    if (!this.ending) this.outlet.begin();
  }

  /** The workers don't take the client's parameters. */
  refuse(reason: string): void {
    if (this.ending) return;
    this.ending = true;
    this.outlet.refuse(reason);
  }

  /** A message that shows that the connection lives; when it is full, something else is on its way. */
  ping(): void {
    if (!this.ending && !this.blocked) this.outlet.say(TUNNEL_PING);
  }

  /** One of several workers doesn't: the others' output goes on. */
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

  /** There was a message that nobody gets: it is too large. @param bytes of it that had come */
  missed(bytes: number): void {
    if (this.ending) return;
    this.traffic.dropped(1, bytes);
    this.note(LossCause.TooLarge, 1);
    if (!this.blocked) this.tellDropped();
  }

  /** So much waits for it that what comes next may have to be dropped. */
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
    this.tellDropped();
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
    if (!this.blocked) this.tellDropped();
    if (!this.isFull) this.onRoom?.();
  }

  private write(batch: FrameBatch): boolean {
    this.traffic.sent(batch);
    return this.outlet.write(batch);
  }

  private note(cause: LossCause, messages: number): void {
    this.untold.set(cause, (this.untold.get(cause) ?? 0) + messages);
  }

  private tellDropped(): void {
    if (this.untold.size === 0) return;
    for (const [cause, count] of this.untold) this.outlet.tellDropped(count, cause);
    this.untold.clear();
  }
}
