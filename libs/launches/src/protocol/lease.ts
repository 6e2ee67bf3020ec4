import { NestedList, Numeric, Text } from '@portolan/validation';

/** One launch that a node holds. */
export class HeldLaunch {
  @Text({ max: 64 }) launchId!: string;
  @Text({ max: 64 }) token!: string;
}

/**
 * `PUT {ownerUrl}/internal/leases/{nodeId}`: a node renews its lease with one owner and lists every
 * launch of that owner that it holds: from before the claim is asked for until the owner knows its end
 * (design §3.5).
 */
export class LeaseRequest {
  @Text({ max: 2048 }) nodeUrl!: string;
  @Text({ max: 255 }) host!: string;
  @Text({ max: 128 }) agentCluster!: string;
  @NestedList(() => HeldLaunch) launches!: HeldLaunch[];
}

/** What a node should do with a launch that it holds. */
export const LaunchVerb = { Run: 'run', Stop: 'stop', Forget: 'forget' } as const;
export type LaunchVerb = (typeof LaunchVerb)[keyof typeof LaunchVerb];

/** What the owner knows of one launch that the node listed. */
export class LaunchInstruction {
  @Text({ max: 64 }) launchId!: string;

  /** Highest snapshot sequence that the owner has stored; 0 when none. Later ones are to be sent again. */
  @Numeric({ integer: true, min: 0 }) storedSequence!: number;

  /** `run`, `stop` (end it, then report), or `forget` (not this node's any more: end it, report nothing). */
  @Text({ max: 16 }) verb!: LaunchVerb;

  /** With `stop`: between TERM and KILL, ms. */
  @Numeric({ optional: true, integer: true, min: 0 }) killGraceMs?: number;
}

export class LeaseAnswer {
  /** How long the lease holds from now, ms. */
  @Numeric({ integer: true, min: 1 }) leaseMs!: number;

  @NestedList(() => LaunchInstruction) launches!: LaunchInstruction[];
}
