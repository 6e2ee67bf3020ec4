import { nodeState, type NodeState, type NodeWish } from './node-state';

it.each<[NodeWish, number, number, NodeState]>([
  ['open', 3, 10, 'ACTIVE'],
  ['cordon', 3, 10, 'CORDONED'],
  ['drain', 3, 10, 'DRAINING'],
  ['drain', 0, 10, 'DRAINED'],
  ['open', 3, 11, 'LOST'],
])(
  'a node that should be %s, has %i launches and was heard of %i ms ago is %s',
  (wish, launches, ms, state) => expect(nodeState({ wish, launches }, ms, 10)).toBe(state),
);
