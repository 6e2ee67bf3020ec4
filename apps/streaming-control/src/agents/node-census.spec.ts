import { censusOf, readRegistry } from './node-census';

const node = (agentCluster: string, more: object = {}) => ({
  agentCluster,
  state: 'ACTIVE',
  accepting: true,
  launches: 0,
  ...more,
});

describe('the census of nodes', () => {
  it('counts the nodes of each agent cluster, and those that have nothing to do', () => {
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

  it('leaves out who has emptied itself to end, which is not to be replaced', () => {
    expect([...censusOf([node('a'), node('a', { accepting: false })])]).toEqual([
      ['a', { nodes: 1, idle: 1 }],
    ]);
  });

  it('reads the answer of the registry, and nothing else', () => {
    expect(readRegistry({ _embedded: { nodeList: [node('a'), { agentCluster: 1 }, null] } })).toEqual([
      node('a'),
    ]);
    for (const answer of [undefined, null, [], { _embedded: {} }, 'text'])
      expect(readRegistry(answer)).toEqual([]);
  });
});
