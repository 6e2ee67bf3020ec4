import type { LiveNode } from '../nodes/node.repository';
import { NodeWish } from '../nodes/node-state';

/** The capacity of a live node. Every job takes one slot. */
export type NodeRoom = Omit<LiveNode, 'agentCluster'>;

/** Live nodes by what they could do for a job. */
export interface NodeCounts {
  /** Nodes whose total capacity suffices. */
  matching: number;
  /** Of these, open ones with room now. */
  free: number;
  /** Of these, those that take no jobs. */
  cordoned: number;
}

/** Why no node can take a job: ever, or now. */
export interface Obstacle {
  reason: 'noNode' | 'noRoom';
  message: string;
}

/** The nodes of a job, and why none can take it; null when one can. */
export interface NodesForJob {
  counts: NodeCounts;
  obstacle: Obstacle | null;
}

const isOpen = ({ wish, accepting }: NodeRoom): boolean => wish === NodeWish.Open && accepting;

/** Returns the memory of the largest open node, MB; 0 without one. */
export const largestOpen = (live: readonly NodeRoom[]): number =>
  Math.max(0, ...live.filter((node) => isOpen(node) && node.slots > 0).map(({ memoryMb }) => memoryMb));

/** Judges the live nodes of an agent cluster for a job. @param memoryMb that it reserves */
export function nodesForJob(live: readonly NodeRoom[], memoryMb: number): NodesForJob {
  const nodes = live.filter(({ slots }) => slots > 0);
  const matching = nodes.filter((node) => node.memoryMb >= memoryMb);
  const open = matching.filter(isOpen);
  const free = open.filter(({ freeSlots, freeMemoryMb }) => freeSlots > 0 && freeMemoryMb >= memoryMb);
  const counts = {
    matching: matching.length,
    free: free.length,
    cordoned: matching.length - open.length,
  };
  if (matching.length === 0) return { counts, obstacle: noNode(tooSmall(nodes, memoryMb)) };
  if (open.length === 0) return { counts, obstacle: noNode(allCordoned(matching.length)) };
  if (free.length > 0) return { counts, obstacle: null };
  return { counts, obstacle: { reason: 'noRoom', message: full(nodes.filter(isOpen), memoryMb) } };
}

const noNode = (message: string): Obstacle => ({ reason: 'noNode', message });

function tooSmall(nodes: readonly NodeRoom[], memoryMb: number): string {
  if (nodes.length === 0) return 'There is no live node.';
  const largest = Math.max(...nodes.map((node) => node.memoryMb));
  return `No node has ${memoryMb} MB; the largest of ${nodes.length} has ${largest} MB.`;
}

const allCordoned = (count: number): string =>
  count === 1 ? 'The only node is cordoned.' : `All ${count} nodes are cordoned.`;

/** @param open open nodes of any size: a small one may have more room than a large one */
function full(open: readonly NodeRoom[], memoryMb: number): string {
  const withSlot = open.filter(({ freeSlots }) => freeSlots > 0);
  if (withSlot.length === 0)
    return open.length === 1
      ? 'The only node has no free slot.'
      : `None of ${open.length} nodes has a free slot.`;
  const largest = Math.max(...withSlot.map(({ freeMemoryMb }) => freeMemoryMb));
  return `No node has ${memoryMb} MB free; the largest of ${open.length} has ${largest} MB free.`;
}
