import { JsonObject, Numeric, OneOf, Text } from '@portolan/validation';

/**
 * `POST {ownerUrl}/internal/launches/{launchId}/claim`: a node with room asks the owner for a launch
 * and tells its facts. Idempotent by launch, node and token (design §3.2).
 */
export class ClaimRequest {
  @Text({ max: 64 }) nodeId!: string;

  /** Made by the node for this claim; the same one when it asks again. */
  @Text({ max: 64 }) token!: string;

  /** Base address of the node's own HTTP server. */
  @Text({ max: 2048 }) nodeUrl!: string;

  /** Where the launch's ports can be reached. */
  @Text({ max: 255 }) host!: string;

  @Text({ max: 128 }) agentCluster!: string;
  @Text({ optional: true, max: 128 }) zone?: string;
  @Numeric({ integer: true, min: 0 }) freeSlots!: number;
  @Numeric({ integer: true, min: 0 }) freeMemoryMb!: number;

  /** Ports that the launch would get, by environment variable. */
  @JsonObject() ports!: Record<string, number>;
}

/** The owner's answer. */
export const ClaimDecision = {
  /** It is yours: run it. */
  Go: 'go',
  /** Somebody has it, or it is over: forget it. */
  Stop: 'stop',
  /** Not on this node: put it back for a while. */
  NotHere: 'not-here',
} as const;
export type ClaimDecision = (typeof ClaimDecision)[keyof typeof ClaimDecision];

export class ClaimAnswer {
  @OneOf(ClaimDecision) decision!: ClaimDecision;

  /** With `not-here`: deliver it again after so many ms. */
  @Numeric({ optional: true, integer: true, min: 0 }) retryAfterMs?: number;
}
