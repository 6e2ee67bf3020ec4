/** Measures for how long this process has been able to store renewals: running, with its database, and not frozen. */
export class LeaseClock {
  private since = performance.now();
  private seen = this.since;

  reset(): void {
    this.since = performance.now();
    this.seen = this.since;
  }

  /**
   * @param stepMs expected time between two calls; a much longer pause counts as an outage of this process
   * @param leaseMs duration of a lease: a pause of a large part of it may have kept renewals from being stored. @default long
   */
  healthyFor(stepMs: number, leaseMs = Infinity): number {
    const now = performance.now();
    if (now - this.seen > stepMs * 3 + Math.min(5000, leaseMs / 3)) this.since = now;
    this.seen = now;
    return now - this.since;
  }
}
