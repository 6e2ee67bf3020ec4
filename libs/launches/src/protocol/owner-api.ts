import { Flag, JsonObject, NestedList, Numeric, OneOf, Text, TextList } from '@portolan/validation';
import { GoneCause, type LaunchState } from './launch-state';

/**
 * `POST {ownerUrl}/internal/launches/{launchId}/claim`: a node with room asks the owner for a launch
 * and passes its facts. Idempotent by launch, node and token.
 */
export class ClaimRequest {
  /** The owner that is meant; absent in requests of earlier releases. */
  @Text({ optional: true, max: 32 }) owner?: string;
  @Text({ max: 64 }) nodeId!: string;
  /** Created by the node for this claim; retries send the same one. */
  @Text({ max: 64 }) token!: string;
  /** Base address of the node's own HTTP server. */
  @Text({ max: 2048 }) nodeUrl!: string;
  /** Host at which the launch's ports can be reached. */
  @Text({ max: 255 }) host!: string;
  @Text({ max: 128 }) agentCluster!: string;
  @Text({ optional: true, max: 128 }) zone?: string;
  @Numeric({ integer: true, min: 0 }) freeSlots!: number;
  @Numeric({ integer: true, min: 0 }) freeMemoryMb!: number;
  /** Ports that the launch would get, by environment variable. */
  @JsonObject() ports!: Record<string, number>;
}

/** The owner's answer: run the launch, drop the offer (another node holds it, or it has ended), put it back for a while. */
export const ClaimDecision = { Go: 'go', Stop: 'stop', NotHere: 'not-here' } as const;
export type ClaimDecision = (typeof ClaimDecision)[keyof typeof ClaimDecision];

export class ClaimAnswer {
  @OneOf(ClaimDecision) decision!: ClaimDecision;
  /** With `not-here`: time until the next delivery, ms. */
  @Numeric({ optional: true, integer: true, min: 0 }) retryAfterMs?: number;
}

/** One launch that a node holds. */
export class HeldLaunch {
  @Text({ max: 64 }) launchId!: string;
  @Text({ max: 64 }) token!: string;
}

/**
 * `PUT {ownerUrl}/internal/leases/{nodeId}`: a node renews its lease with one owner and lists every
 * launch of that owner that it holds: from before the claim is sent until the owner knows its end.
 */
export class LeaseRequest {
  /** The owner that is meant; absent in requests of earlier releases. */
  @Text({ optional: true, max: 32 }) owner?: string;
  @Text({ max: 2048 }) nodeUrl!: string;
  @Text({ max: 255 }) host!: string;
  @Text({ max: 128 }) agentCluster!: string;
  @NestedList(() => HeldLaunch) launches!: HeldLaunch[];
}

/** Instruction for a launch that a node holds. */
export const LaunchVerb = { Run: 'run', Stop: 'stop', Forget: 'forget' } as const;
export type LaunchVerb = (typeof LaunchVerb)[keyof typeof LaunchVerb];

/** The owner's state of one listed launch. */
export class LaunchInstruction {
  @Text({ max: 64 }) launchId!: string;
  /** Highest snapshot sequence that the owner has stored, or 0; the node sends later ones again. */
  @Numeric({ integer: true, min: 0 }) storedSequence!: number;
  /** `run`, `stop` (end the launch, then report), or `forget` (no longer held by this node: end it without a report). */
  @Text({ max: 16 }) verb!: LaunchVerb;
  /** With `stop`: time between TERM and KILL, ms. */
  @Numeric({ optional: true, integer: true, min: 0 }) killGraceMs?: number;
}

export class LeaseAnswer {
  /** Time from now on for which the lease is valid, ms. */
  @Numeric({ integer: true, min: 1 }) leaseMs!: number;
  @NestedList(() => LaunchInstruction) launches!: LaunchInstruction[];
}

/** `POST {ownerUrl}/internal/launches/states`: the states of launches, for launchers that run them elsewhere. */
export class LaunchStatesRequest {
  /** The owner that is meant; absent in requests of earlier releases. */
  @Text({ optional: true, max: 32 }) owner?: string | undefined;
  @TextList() launchIds!: string[];
}

/** One launch that the owner knows. */
export class KnownLaunch {
  @Text({ max: 64 }) launchId!: string;
  @Text({ max: 16 }) state!: LaunchState;
  /** The current or last holder; absent when no node ever claimed the launch. */
  @Text({ optional: true, max: 64 }) nodeId?: string;
}

/** The states, without launches unknown to the owner. */
export class LaunchStatesAnswer {
  @NestedList(() => KnownLaunch) launches!: KnownLaunch[];
}

/** `POST {ownerUrl}/internal/launches/{launchId}/gone`: the place (pod) of a launch is gone for good. */
export class GoneReport {
  /** The owner that is meant; absent in reports of earlier releases. */
  @Text({ optional: true, max: 32 }) owner?: string | undefined;
  /** The node in that place: a launch held by another node is not affected. */
  @Text({ max: 64 }) nodeId!: string;
  /** Readable cause. */
  @Text({ max: 1024 }) message!: string;
  /** Absent in reports of earlier releases. */
  @OneOf(GoneCause, { optional: true }) cause?: GoneCause;
  /** Also ends an unclaimed launch: a retry is pointless. */
  @Flag() giveUp!: boolean;
}
