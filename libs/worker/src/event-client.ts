import type { ServerResponse } from 'node:http';
import type { Member } from './audience';
import { FrameQueue, type QueueLimits } from './frame-queue';
import { KEEP_ALIVE_FRAME } from './sse-frame';

/** How much goes to the socket at once: large enough to amortise a write, small beside the queue's limit. */
const WRITE_LENGTH = 64 * 1024;

/**
 * One connected client of an event server. Frames of one turn of the event loop leave in one write; when the socket is
 * full they wait in a bounded queue.
 */
export class EventClient implements Member {
  private readonly queue: FrameQueue;
  private blocked = false;
  private scheduled = false;
  private lastFrame: string | undefined;
  private gone = false;
  /** Fulfilled when the response has ended or its connection is gone. */
  readonly closed: Promise<void>;

  constructor(
    private readonly response: ServerResponse,
    limits: QueueLimits,
    readonly clientId: string | undefined,
  ) {
    this.queue = new FrameQueue(limits);
    this.closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
    // Node.js swallows writes to a connection that broke; should one be reported, it must not end the worker.
    response.on('error', () => (this.gone = true));
    response.once('close', () => (this.gone = true));
    response.on('drain', () => {
      this.blocked = false;
      this.flush();
    });
  }

  offer(frame: string): boolean {
    if (this.gone || this.lastFrame !== undefined || !this.queue.push(frame)) return false;
    if (!this.blocked && !this.scheduled) {
      this.scheduled = true;
      setImmediate(() => this.flush());
    }
    return true;
  }

  takeUnsent(): string[] {
    return this.queue.takeAll();
  }

  keepAlive(): void {
    if (!this.gone && !this.blocked && this.lastFrame === undefined) this.response.write(KEEP_ALIVE_FRAME);
  }

  /** Sends what waits, then `lastFrame`, then ends the response; false afterwards to every offer. */
  end(lastFrame = ''): void {
    if (this.lastFrame !== undefined) return;
    this.lastFrame = lastFrame;
    this.flush();
  }

  private flush(): void {
    this.scheduled = false;
    if (this.gone) return;
    while (!this.blocked && this.queue.size > 0)
      this.blocked = !this.response.write(this.queue.take(WRITE_LENGTH));
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
      if (this.latest !== undefined) client.offer(this.latest);
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

  close(): void {
    clearInterval(this.timer);
  }
}
