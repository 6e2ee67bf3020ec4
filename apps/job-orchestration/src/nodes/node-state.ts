/** What operators want of a node. */
export const NodeWish = {
  /** Take launches. */
  Open: 'open',
  /** Take no more; what runs goes on. */
  Cordon: 'cordon',
  /** Take no more; jobs go on to their end, streaming workers move to other nodes. */
  Drain: 'drain',
} as const;
export type NodeWish = (typeof NodeWish)[keyof typeof NodeWish];

/** The actions of the API, each with what it makes operators want. */
export const NODE_ACTIONS: Readonly<Record<string, NodeWish>> = {
  cordon: NodeWish.Cordon,
  uncordon: NodeWish.Open,
  drain: NodeWish.Drain,
};

/** How a node is shown. */
export type NodeState = 'ACTIVE' | 'CORDONED' | 'DRAINING' | 'DRAINED' | 'LOST';

/** @param silentMs how long nothing was heard of it @param lostMs after which it counts as lost */
export function nodeState(
  node: { wish: NodeWish; launches: number },
  silentMs: number,
  lostMs: number,
): NodeState {
  if (silentMs > lostMs) return 'LOST';
  switch (node.wish) {
    case NodeWish.Open:
      return 'ACTIVE';
    case NodeWish.Cordon:
      return 'CORDONED';
    case NodeWish.Drain:
      return node.launches > 0 ? 'DRAINING' : 'DRAINED';
  }
}
