import type { LaunchPhase } from '@portolan/launches';

/** One launch in a node's list. */
export interface NodeLaunchState {
  launchId: string;
  owner: string;
  subject: string;
  phase: LaunchPhase | 'claiming';
  processId?: number;
}

/** `GET /internal/node`, and what the verbs answer. */
export interface NodeState {
  nodeId: string;
  nodeUrl: string;
  host: string;
  agentCluster: string;
  /** Takes launches off the queue. */
  accepting: boolean;
  slots: number;
  freeSlots: number;
  memoryMb: number;
  freeMemoryMb: number;
  /** Launches that are not over, or whose owner does not know yet that they are. */
  launches: NodeLaunchState[];
}
