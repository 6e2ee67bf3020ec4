/** Measures for how long this process has been able to store renewals: running, with its database, and not frozen. */
export class LeaseClock {
  private since = performance.now();
  private seen = this.since;
  /** Stored times follow the clock of the machine, which moves on while the machine is suspended; `performance` may not. */
  private seenAt = Date.now();

  reset(): void {
    this.since = performance.now();
    this.noteCall();
  }

  /**
   * @param stepMs expected time between two calls; a much longer pause, by either clock, counts as an outage of this process
   * @param leaseMs duration of a lease: a pause of a large part of it may have kept renewals from being stored. @default long
   */
  healthyFor(stepMs: number, leaseMs = Infinity): number {
    const pause = Math.max(performance.now() - this.seen, Date.now() - this.seenAt);
    this.noteCall();
    if (pause > stepMs * 3 + Math.min(5000, leaseMs / 3)) this.since = this.seen;
    return this.seen - this.since;
  }

  private noteCall(): void {
    this.seen = performance.now();
    this.seenAt = Date.now();
  }
}
