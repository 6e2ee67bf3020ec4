/** The state of a node that operators want. */
export const NodeWish = {
  /** Accept launches. */
  Open: 'open',
  /** Accept no launches; running ones continue. */
  Cordon: 'cordon',
  /** Accept no launches; jobs run to their end, streaming workers move to other nodes. */
  Drain: 'drain',
} as const;
export type NodeWish = (typeof NodeWish)[keyof typeof NodeWish];

/** The actions of the API, each with the state that it requests. */
export const NODE_ACTIONS: Readonly<Record<string, NodeWish>> = {
  cordon: NodeWish.Cordon,
  uncordon: NodeWish.Open,
  drain: NodeWish.Drain,
};

export const NODE_STATES = ['ACTIVE', 'CORDONED', 'DRAINING', 'DRAINED', 'LOST'] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** @param silentMs time since the last heartbeat @param lostMs silence after which the node counts as lost */
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
