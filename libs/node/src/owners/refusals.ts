import type { Share } from '../resources/capacity';

/** Minimum distance between two deliveries of offers that do not fit, ms, over all such offers. */
const SPACING_MS = 20;
const MAX_PAUSE_MS = 10_000;

/** Remembers recent offers that did not fit and delays them, longer the more there are, to keep the queue free. */
export class Refusals {
  private least: Share | undefined;
  private nextAt = 0;

  /** @param pauseMs minimum delay of an offer that does not fit */
  constructor(private readonly pauseMs: number) {}

  /** The smallest need of all refused offers; undefined when there are none. */
  get smallest(): Share | undefined {
    return this.least;
  }

  /** Records an offer that does not fit. @param now by the monotonic clock, ms @returns its delay, ms */
  add(share: Share, now: number): number {
    this.note(share);
    this.nextAt = Math.min(now + MAX_PAUSE_MS, Math.max(now + this.pauseMs, this.nextAt + SPACING_MS));
    return Math.ceil(this.nextAt - now);
  }

  note(share: Share): void {
    this.least = {
      slots: Math.min(this.least?.slots ?? Infinity, share.slots),
      memoryMb: Math.min(this.least?.memoryMb ?? Infinity, share.memoryMb),
    };
  }

  /** Clears the recorded shares before returned offers are checked. */
  clear(): void {
    this.least = undefined;
  }
}
