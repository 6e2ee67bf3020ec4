/** For how long this process has done its passes without a failure or a long pause. */
export class WellClock {
  private since = performance.now();
  private seen = this.since;

  reset(): void {
    this.since = performance.now();
    this.seen = this.since;
  }

  /** @param stepMs expected time between two calls; a much longer pause counts as an outage of our own */
  wellFor(stepMs: number): number {
    const now = performance.now();
    if (now - this.seen > stepMs * 3 + 5000) this.since = now;
    this.seen = now;
    return now - this.since;
  }
}
