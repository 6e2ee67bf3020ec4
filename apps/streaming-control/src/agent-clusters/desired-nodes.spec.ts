import { censusOf, desiredNodes, readRegistry } from './desired-nodes';

const policy = { cooldownSecs: 60, minIdle: 1, maxIdle: 3, minSize: 2, maxSize: 10 };
const chosen = (nodes: number, changedAt = 0) => ({ nodes, changedAt });

describe('[V1-ADMIN-7] the number of nodes of an agent cluster', () => {
  it.each([
    ['keeps what is there while enough are idle, and not too many', 5, 2, 5],
    ['grows until enough are idle', 5, 0, 6],
    ['shrinks until not too many are', 9, 5, 7],
    ['is never below its minimum', 1, 1, 2],
    ['is never above its maximum', 10, 0, 10],
    ['is its minimum where there is nothing', 0, 0, 2],
    ['comes back from beyond its maximum', 14, 2, 10],
  ])('%s', (_what, nodes, idle, expected) => {
    expect(desiredNodes(policy, { nodes, idle }, undefined, 7)).toEqual(chosen(expected, 7));
  });

  it.each([
    ['holds for the cool-down', { nodes: 5, idle: 0 }, chosen(5), 59_999, chosen(5)],
    ['changes after it', { nodes: 5, idle: 0 }, chosen(5), 60_000, chosen(6, 60_000)],
    ['does not begin a cool-down without a change', { nodes: 5, idle: 2 }, chosen(5), 99_000, chosen(5)],
    ['is the same while new nodes are on their way', { nodes: 5, idle: 0 }, chosen(6), 99_000, chosen(6)],
    ['follows new bounds at once', { nodes: 12, idle: 0 }, chosen(12), 10, chosen(10, 10)],
  ])('%s', (_what, count, last, now, expected) => {
    expect(desiredNodes(policy, count, last, now)).toEqual(expected);
  });
});

const node = (agentCluster: string, more: object = {}) => ({
  agentCluster,
  state: 'ACTIVE',
  accepting: true,
  launches: 0,
  ...more,
});

describe('the census of nodes', () => {
  it('counts the nodes of each agent cluster, and the idle ones', () => {
    const nodes = [
      node('a'),
      node('a', { launches: 2 }),
      node('a', { state: 'LOST' }),
      node('a', { state: 'CORDONED' }),
      node('a', { accepting: false, launches: 1 }),
      node('b'),
    ];
    expect([...censusOf(nodes)]).toEqual([
      ['a', { nodes: 4, idle: 1 }],
      ['b', { nodes: 1, idle: 1 }],
    ]);
  });

  it('leaves out a node that drained itself to end, which must not be replaced', () => {
    expect([...censusOf([node('a'), node('a', { accepting: false })])]).toEqual([
      ['a', { nodes: 1, idle: 1 }],
    ]);
  });

  it('reads the response of the registry, and ignores other values', () => {
    expect(readRegistry({ _embedded: { nodeList: [node('a'), { agentCluster: 1 }, null] } })).toEqual([
      node('a'),
    ]);
    for (const answer of [undefined, null, [], { _embedded: {} }, 'text'])
      expect(readRegistry(answer)).toEqual([]);
  });
});
