import type { LaunchPhase } from '@portolan/launches';
import { DeclaredParametersOnly, Numeric } from '@portolan/validation';

/** A misspelt grace would let the drain wait for ever. */
@DeclaredParametersOnly()
export class DrainQuery {
  /** Launches that run longer are stopped, ms. Unset: the node waits for them. */
  @Numeric({ optional: true, coerce: 'parameter', integer: true, min: 0 }) graceMs?: number;
}

export interface NodeLaunchState {
  launchId: string;
  owner: string;
  subject: string;
  phase: LaunchPhase | 'claiming';
  processId?: number;
}

/** Response of `GET /internal/node` and of the verbs. */
export interface NodeState {
  nodeId: string;
  nodeUrl: string;
  host: string;
  agentCluster: string;
  /** Whether the node takes launches off the queue. */
  accepting: boolean;
  slots: number;
  freeSlots: number;
  memoryMb: number;
  freeMemoryMb: number;
  /** Launches that have not ended, or whose end the owner has not stored. */
  launches: NodeLaunchState[];
}
