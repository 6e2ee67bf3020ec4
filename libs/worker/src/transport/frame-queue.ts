/** Limits of the queue of one client. Frames beyond them are refused. */
export interface QueueLimits {
  readonly frames: number;
  /** Sum of the frames' lengths in UTF-16 units, which is what they cost in memory. */
  readonly length: number;
}

/** Frames queued for one client: first in, first out, bounded. */
export class FrameQueue {
  private frames: string[] = [];
  private head = 0;
  private total = 0;

  constructor(private readonly limits: QueueLimits) {}

  get size(): number {
    return this.frames.length - this.head;
  }

  /** Takes the frame unless it does not fit. */
  push(frame: string): boolean {
    const fits = this.size < this.limits.frames && this.total + frame.length <= this.limits.length;
    // An empty queue accepts an oversized frame, which could never be sent otherwise.
    if (!fits && this.size > 0) return false;
    this.frames.push(frame);
    this.total += frame.length;
    return true;
  }

  /** Returns the next frames as one text of about `length`, at least one frame; empty when the queue is empty. */
  take(length: number): string {
    let end = this.head;
    let taken = 0;
    while (end < this.frames.length && (taken === 0 || taken < length)) {
      taken += this.frames[end]?.length ?? 0;
      end += 1;
    }
    const text = this.frames.slice(this.head, end).join('');
    this.head = end;
    this.total -= taken;
    this.compact();
    return text;
  }

  /** Returns the last `count` frames, or as many as there are; they stay. */
  last(count: number): readonly string[] {
    return this.frames.slice(Math.max(this.head, this.frames.length - Math.max(0, count)));
  }

  takeAll(): string[] {
    const rest = this.frames.slice(this.head);
    this.frames = [];
    this.head = 0;
    this.total = 0;
    return rest;
  }

  /** Frees taken frames in steps: shifting the array for each frame would cost time in proportion to the queue. */
  private compact(): void {
    if (this.head === this.frames.length) {
      this.frames = [];
      this.head = 0;
    } else if (this.head > 1024 && this.head * 2 > this.frames.length) {
      this.frames = this.frames.slice(this.head);
      this.head = 0;
    }
  }
}
