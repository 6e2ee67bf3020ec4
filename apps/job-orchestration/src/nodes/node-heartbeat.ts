import { defineQueue } from '@portolan/messaging';
import { Flag, Numeric, Text } from '@portolan/validation';

/** What a node tells the registry of nodes, again and again while it lives. */
export class NodeHeartbeat {
  @Text({ max: 64 }) nodeId!: string;
  @Text({ max: 2048 }) nodeUrl!: string;
  @Text({ max: 255 }) host!: string;
  @Text({ max: 128 }) agentCluster!: string;
  @Text({ optional: true, max: 128 }) zone?: string;
  @Numeric({ integer: true, min: 0 }) slots!: number;
  @Numeric({ integer: true, min: 0 }) freeSlots!: number;
  @Numeric({ integer: true, min: 0 }) memoryMb!: number;
  @Numeric({ integer: true, min: 0 }) freeMemoryMb!: number;

  /** Takes launches off the queue. */
  @Flag() accepting!: boolean;

  /** Launches, of all owners, that are not over. */
  @Numeric({ integer: true, min: 0 }) launches!: number;
}

/** One try: the next heartbeat says more. */
export const NODE_HEARTBEATS = defineQueue({
  name: 'node-heartbeats',
  message: NodeHeartbeat,
  version: 1,
  attempts: 1,
});
