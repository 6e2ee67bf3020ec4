/** For how long this process has been able to take renewals: up, with its database, and not frozen. */
export class WellClock {
  private since = performance.now();
  private seen = this.since;

  reset(): void {
    this.since = performance.now();
    this.seen = this.since;
  }

  /**
   * @param stepMs expected time between two calls; a much longer pause counts as an outage of our own
   * @param leaseMs what a lease lasts: a pause of a good part of it may have kept renewals from being stored. @default long
   */
  wellFor(stepMs: number, leaseMs = Infinity): number {
    const now = performance.now();
    if (now - this.seen > stepMs * 3 + Math.min(5000, leaseMs / 3)) this.since = now;
    this.seen = now;
    return now - this.since;
  }
}
