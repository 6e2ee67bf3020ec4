/** How a service owns launches. Times in ms. */
export abstract class LaunchOwnerOptions {
  /** Name in queue names and offers: `jobs`, `streams`. */
  abstract readonly owner: string;
  /** How long a node's lease holds. @default 120000 (LEASE_MS) */
  abstract readonly leaseMs: number;
  /** How often missing offers, lost leases and forgotten launches are looked for. */
  abstract readonly sweepMs: number;
  /** An offer that still waits is put on the queue again after this long (it may be there already: then nothing happens). */
  abstract readonly resendMs: number;
  /** Offers of batch launches of one agent cluster that are on the queue together; see `OfferWindows`. @default 32 */
  readonly offerWindow?: number;
  /** Reports that are stored in one transaction at the most. @default 1 */
  readonly reportsTogether?: number;
  /**
   * Claims that are decided in one transaction at the most. More than one is for owners whose launches share rows, which
   * their claims would wait for one after the other. @default 1
   */
  readonly claimsTogether?: number;
  /** A user's part of the nodes, where another's is 1. @default 1 for everybody */
  readonly shareOf?: (user: string) => number;
}
