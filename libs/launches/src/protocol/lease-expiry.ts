/** Reports whether a lease is still valid. All three in ms; both times are of one clock. */
export const leaseHolds = (renewedAt: number, leaseMs: number, now: number): boolean =>
  now - renewedAt < leaseMs;

/**
 * Returns the time before which a renewal is too old: the leases renewed before it have expired. Undefined while no lease may
 * expire: after an outage of its owner every node looks silent, until the owner was healthy for a whole lease.
 */
export const expiredBefore = (now: number, leaseMs: number, healthyMs: number): number | undefined =>
  healthyMs < leaseMs ? undefined : now - leaseMs;
