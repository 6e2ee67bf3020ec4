import type { ServerResponse } from 'node:http';
import type { Member } from './audience';
import { FrameQueue, type QueueLimits } from './frame-queue';
import type { SinkPace } from './sink-pace';
import { dataFrame, KEEP_ALIVE_FRAME, missedMessage, PING_FRAME } from './sse-frame';

/** Characters of one write: enough to amortize it, few compared to the limit of the queue. */
const WRITE_LENGTH = 64 * 1024;

export interface EventClientOptions {
  readonly limits: QueueLimits;
  readonly slotId?: string | undefined;
  /** Intervals from the client's query; undefined when it did not request them. */
  readonly pingMs?: number | undefined;
  readonly metaMs?: number | undefined;
  /** @default each event at once, without a stall limit */
  readonly pace?: SinkPace | undefined;
}

/**
 * One connected client of an event server. Frames of one turn of the event loop leave in one write; when the socket is
 * full they wait in a bounded queue.
 */
export class EventClient implements Member {
  private readonly queue = new FrameQueue(this.options.limits);
  private blocked = false;
  private scheduled = false;
  /** Set while a batch is not full. */
  private batchTimer: NodeJS.Timeout | undefined;
  /** Set while the connection is full. */
  private stallTimer: NodeJS.Timeout | undefined;
  private readonly pace = this.options.pace;
  private lastFrame: string | undefined;
  private gone = false;
  private missedCount = 0;
  /** Whether the losses of the client are due to be reported. */
  private metaDue = false;
  private readonly ping: NodeJS.Timeout | undefined;
  private readonly meta: NodeJS.Timeout | undefined;
  readonly slotId = this.options.slotId;

  constructor(
    private readonly response: ServerResponse,
    private readonly options: EventClientOptions,
  ) {
    const { pingMs, metaMs } = options;
    this.ping = pingMs === undefined ? undefined : setInterval(() => this.writeNow(PING_FRAME), pingMs);
    this.meta = metaMs === undefined ? undefined : setInterval(() => this.reportMissed(), metaMs);
    // A write to a broken connection must not end the worker.
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

  /** Sends the queue, then `lastFrame`, and ends the response; every later offer is refused. */
  end(lastFrame = ''): void {
    if (this.lastFrame !== undefined) return;
    this.lastFrame = lastFrame;
    this.metaDue = this.meta !== undefined && this.missedCount > 0;
    this.flush();
  }

  /** Writes a frame ahead of the queue, unless the socket is full: then queued frames keep the connection alive. */
  private writeNow(frame: string): void {
    if (!this.gone && !this.blocked && this.lastFrame === undefined) this.response.write(frame);
  }

  private reportMissed(): void {
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
