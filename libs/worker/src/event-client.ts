import type { ServerResponse } from 'node:http';
import type { Member } from './audience';
import { FrameQueue, type QueueLimits } from './frame-queue';
import type { SinkPace } from './sink-pace';
import { dataFrame, KEEP_ALIVE_FRAME, missedMessage, PING_FRAME } from './sse-frame';

/** How much goes to the socket at once: large enough to amortise a write, small beside the queue's limit. */
const WRITE_LENGTH = 64 * 1024;

export interface EventClientOptions {
  readonly limits: QueueLimits;
  readonly clientId: string | undefined;
  readonly slotId?: string | undefined;
  /** As in the query of the client; undefined: it did not ask. */
  readonly pingMs?: number | undefined;
  readonly metaMs?: number | undefined;
  /** @default each event at once, and never cut off */
  readonly pace?: SinkPace | undefined;
}

/**
 * One connected client of an event server. Frames of one turn of the event loop leave in one write; when the socket is
 * full they wait in a bounded queue.
 */
export class EventClient implements Member {
  private readonly queue: FrameQueue;
  private blocked = false;
  private scheduled = false;
  /** Runs while a batch is not full. */
  private batchTimer: NodeJS.Timeout | undefined;
  /** Runs while the connection takes nothing. */
  private stallTimer: NodeJS.Timeout | undefined;
  private readonly pace: SinkPace | undefined;
  private lastFrame: string | undefined;
  private gone = false;
  private missedCount = 0;
  /** The client may be told now what it missed. */
  private metaDue = false;
  private readonly ping: NodeJS.Timeout | undefined;
  private readonly meta: NodeJS.Timeout | undefined;
  readonly clientId: string | undefined;
  readonly slotId: string | undefined;
  /** Fulfilled when the response has ended or its connection is gone. */
  readonly closed: Promise<void>;

  constructor(
    private readonly response: ServerResponse,
    { limits, clientId, slotId, pingMs, metaMs, pace }: EventClientOptions,
  ) {
    this.queue = new FrameQueue(limits);
    this.clientId = clientId;
    this.slotId = slotId;
    this.pace = pace;
    this.ping = pingMs === undefined ? undefined : setInterval(() => this.writeNow(PING_FRAME), pingMs);
    this.meta = metaMs === undefined ? undefined : setInterval(() => this.tellMissed(), metaMs);
    this.closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
    // Node.js swallows writes to a connection that broke; should one be reported, it must not end the worker.
    response.on('error', () => (this.gone = true));
    response.once('close', () => {
      this.gone = true;
      clearInterval(this.ping);
      clearInterval(this.meta);
      clearTimeout(this.batchTimer);
      clearTimeout(this.stallTimer);
    });
    response.on('drain', () => {
      this.blocked = false;
      clearTimeout(this.stallTimer);
      this.flush();
    });
  }

  offer(frame: string): boolean {
    if (this.gone || this.lastFrame !== undefined || !this.queue.push(frame)) return false;
    if (!this.blocked && !this.scheduled) this.schedule();
    return true;
  }

  takeUnsent(): string[] {
    return this.queue.takeAll();
  }

  missed(): void {
    this.missedCount += 1;
  }

  keepAlive(): void {
    this.writeNow(KEEP_ALIVE_FRAME);
  }

  /** Sends what waits, then `lastFrame`, then ends the response; false afterwards to every offer. */
  end(lastFrame = ''): void {
    if (this.lastFrame !== undefined) return;
    this.lastFrame = lastFrame;
    this.metaDue = this.meta !== undefined && this.missedCount > 0;
    this.flush();
  }

  /** What does not wait its turn: nothing when the socket is full, for then there is something on its way. */
  private writeNow(frame: string): void {
    if (!this.gone && !this.blocked && this.lastFrame === undefined) this.response.write(frame);
  }

  private tellMissed(): void {
    this.metaDue = this.missedCount > 0;
    if (this.metaDue && !this.blocked) this.flush();
  }

  private schedule(): void {
    const batch = this.pace?.batch;
    if (batch && this.queue.size < batch.events) {
      this.batchTimer ??= setTimeout(() => this.flush(), batch.ms);
      return;
    }
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  private write(text: string): void {
    this.blocked = !this.response.write(text);
    const stalledMs = this.pace?.stalledMs;
    if (!this.blocked || stalledMs === undefined) return;
    this.stallTimer = setTimeout(() => this.response.destroy(), stalledMs);
  }

  private flush(): void {
    this.scheduled = false;
    clearTimeout(this.batchTimer);
    this.batchTimer = undefined;
    if (this.gone) return;
    if (this.metaDue) {
      this.write(dataFrame(missedMessage(this.missedCount)));
      this.missedCount = 0;
      this.metaDue = false;
    }
    while (!this.blocked && this.queue.size > 0) {
      this.ping?.refresh();
      this.write(this.queue.take(WRITE_LENGTH));
    }
    if (this.queue.size === 0 && this.lastFrame !== undefined) this.response.end(this.lastFrame);
  }
}

/** Passes on only the latest frame of each window (`sample`, `sampleMSec`); the others are not lost but left out. */
export class Sampler implements Member {
  private latest: string | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly client: Member,
    windowMs: number,
  ) {
    this.timer = setInterval(() => {
      if (this.latest !== undefined && !client.offer(this.latest)) client.missed();
      this.latest = undefined;
    }, windowMs);
  }

  offer(frame: string): boolean {
    this.latest = frame;
    return true;
  }

  takeUnsent(): string[] {
    return this.client.takeUnsent();
  }

  missed(): void {
    this.client.missed();
  }

  close(): void {
    clearInterval(this.timer);
  }
}
