const FIRST_MS = 100;
const LAST_MS = 2000;

/** Pauses between attempts to reach a peer, ms: 100, doubled each time, at most 2 s. */
export class RetryDelay {
  private ms = FIRST_MS;

  next(): number {
    const now = this.ms;
    this.ms = Math.min(now * 2, LAST_MS);
    return now;
  }

  reset(): void {
    this.ms = FIRST_MS;
  }
}
