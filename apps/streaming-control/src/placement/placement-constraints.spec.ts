import { affinityOf } from '../scheduling/constraints';
import { mayPlace, type Surroundings } from './placement-constraints';

const nothing: Surroundings = { peers: [], occupants: [], zones: [] };
const node = { host: 'h1', zone: 'a', agentCluster: 'default' };
const peer = (host: string, zone: string) => ({ host, zone });

describe('placement', () => {
  it.each<[string, string, Partial<Surroundings>, boolean]>([
    ['UniqueHost', 'an empty host', {}, true],
    ['UniqueHost', 'a host with another job', { occupants: [[]] }, true],
    ['UniqueHost', 'a host with a worker of the stage', { peers: [peer('h1', 'a')], occupants: [[]] }, false],
    ['UniqueHost', 'workers of the stage elsewhere', { peers: [peer('h2', 'a')] }, true],
    ['ExclusiveHost', 'an empty host', { peers: [peer('h2', 'a')] }, true],
    ['ExclusiveHost', 'a host with another job', { occupants: [[]] }, false],
    ['ZoneBalance', 'no other worker', { zones: ['a', 'b'] }, true],
    [
      'ZoneBalance',
      'one in its zone, none in the other',
      { peers: [peer('h2', 'a')], zones: ['a', 'b'] },
      false,
    ],
    [
      'ZoneBalance',
      'one in its zone, which is the only one',
      { peers: [peer('h2', 'a')], zones: ['a'] },
      true,
    ],
    ['ZoneBalance', 'one in each', { peers: [peer('h2', 'a'), peer('h3', 'b')], zones: ['a', 'b'] }, true],
    ['M4Cluster', 'a node of another agent cluster', {}, false],
  ])('%s as a hard constraint, with %s', (constraint, _what, more, expected) => {
    const stage = { hardConstraints: [constraint], softConstraints: [] };
    for (const waited of [false, true]) {
      expect(mayPlace(stage, node, { ...nothing, ...more }, waited)).toBe(expected);
    }
  });

  it('lets soft constraints only wait', () => {
    const stage = { hardConstraints: [], softConstraints: ['UniqueHost'] };
    const taken = { ...nothing, peers: [peer('h1', 'a')], occupants: [[]] };
    expect(mayPlace(stage, node, taken, false)).toBe(false);
    expect(mayPlace(stage, node, taken, true)).toBe(true);
  });

  it('does not wait for nodes of another agent cluster', () => {
    const stage = { hardConstraints: [], softConstraints: ['M4Cluster', 'M3Cluster', 'M5Cluster'] };
    expect(mayPlace(stage, node, nothing, false)).toBe(true);
  });

  it('keeps other workers off the host of an exclusive worker', () => {
    const stage = { hardConstraints: [], softConstraints: [] };
    expect(mayPlace(stage, node, { ...nothing, occupants: [['ExclusiveHost']] }, true)).toBe(false);
  });

  it('uses the agent cluster of a hard constraint', () => {
    expect(affinityOf(['UniqueHost', 'M5Cluster'])).toBe('M5Cluster');
    expect(affinityOf(['ZoneBalance'])).toBeUndefined();
    expect(
      mayPlace(
        { hardConstraints: ['M4Cluster'], softConstraints: [] },
        { ...node, agentCluster: 'M4Cluster' },
        nothing,
        false,
      ),
    ).toBe(true);
  });
});
