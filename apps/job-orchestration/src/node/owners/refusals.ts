import type { Share } from '../capacity';

/** Offers that don't fit are looked at no more often than so many ms apart, all together. */
const SPACING_MS = 20;
/** At the latest an offer that did not fit is looked at again after this long, ms. */
const MAX_PAUSE_MS = 10_000;

/**
 * Remembers what did not fit of late. The more offers there are of that sort, the longer each stays off the
 * queue, so that they neither keep what fits from being seen nor the queue busy.
 */
export class Refusals {
  private least: Share | undefined;
  private nextAt = 0;

  /** @param pauseMs how long an offer that does not fit stays off the queue at the least */
  constructor(private readonly pauseMs: number) {}

  /** Room that any of the refused offers needs at the least; undefined when there is none. */
  get smallest(): Share | undefined {
    return this.least;
  }

  /**
   * An offer does not fit.
   *
   * @param now by the monotonic clock, ms
   * @returns after how many ms it is to be delivered again
   */
  add(share: Share, now: number): number {
    this.note(share);
    this.nextAt = Math.min(now + MAX_PAUSE_MS, Math.max(now + this.pauseMs, this.nextAt + SPACING_MS));
    return Math.ceil(this.nextAt - now);
  }

  /** An offer that was put back still does not fit. */
  note(share: Share): void {
    this.least = {
      slots: Math.min(this.least?.slots ?? Infinity, share.slots),
      memoryMb: Math.min(this.least?.memoryMb ?? Infinity, share.memoryMb),
    };
  }

  /** Forgets the shares: what is put back is looked through. */
  clear(): void {
    this.least = undefined;
  }
}
