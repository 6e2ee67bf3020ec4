import { offeredCluster } from './candidate-clusters';

describe('the agent cluster that a worker is offered to', () => {
  const cluster = (
    [hard, soft]: [string[], string[]],
    { own = 'default', active = [] as string[], asking = ['default', 'M3Cluster', 'M4Cluster'] },
    waits: number,
  ) =>
    offeredCluster(
      { hardConstraints: hard, softConstraints: soft },
      own,
      { home: 'default', active, asking: new Set(asking) },
      waits,
    );

  it.each<[string, [string[], string[]], Parameters<typeof cluster>[1], number, string]>([
    ['its own when it wishes nothing', [[], ['UniqueHost']], {}, 0, 'default'],
    ['the one that it wishes', [[], ['ZoneBalance', 'M4Cluster']], {}, 0, 'M4Cluster'],
    ['its own when that one has not taken it', [[], ['M4Cluster']], {}, 1, 'default'],
    ['its own from then on', [[], ['M4Cluster']], {}, 99, 'default'],
    ['its own where nothing is waited for', [[], ['M4Cluster']], {}, Infinity, 'default'],
    [
      'the home when it was sent to the one that it wishes',
      [[], ['M4Cluster']],
      { own: 'M4Cluster' },
      1,
      'default',
    ],
    ['one wish after the other: the first', [[], ['M4Cluster', 'M3Cluster']], {}, 0, 'M4Cluster'],
    ['the second', [[], ['M4Cluster', 'M3Cluster']], {}, 1, 'M3Cluster'],
    ['its own at last', [[], ['M4Cluster', 'M3Cluster']], {}, 2, 'default'],
    ['its own when no node of the wish asks', [[], ['M5Cluster']], {}, 0, 'default'],
    ['its own when the wish is not active', [[], ['M4Cluster']], { active: ['default'] }, 0, 'default'],
    ['the wish when it is active', [[], ['M4Cluster']], { active: ['b', 'M4Cluster'] }, 0, 'M4Cluster'],
    [
      'an active one when the wish has not taken it',
      [[], ['M4Cluster']],
      { active: ['b', 'M4Cluster'], asking: ['b', 'M4Cluster'] },
      1,
      'b',
    ],
    [
      'the wish still when nobody asks elsewhere',
      [[], ['M4Cluster']],
      { asking: ['M4Cluster'] },
      9,
      'M4Cluster',
    ],
    ['its own when nobody asks anywhere', [[], ['M4Cluster']], { asking: [] }, 0, 'default'],
    ['the home when it was moved on and nodes ask there', [[], []], { own: 'x' }, 0, 'default'],
    ['the home, too, when nodes ask in both', [[], []], { own: 'x', asking: ['x', 'default'] }, 0, 'default'],
    ['where it was while nodes ask there only', [[], []], { own: 'x', asking: ['x'] }, 0, 'x'],
    ['where it was while nobody asks', [[], []], { own: 'x', asking: [] }, 0, 'x'],
    ['the first active one that asks', [[], []], { active: ['a', 'b', 'c'], asking: ['b', 'c'] }, 0, 'b'],
    [
      'the next one that asks after a wait',
      [[], []],
      { active: ['a', 'b', 'c'], asking: ['b', 'c'] },
      1,
      'c',
    ],
    ['the first again after another wait', [[], []], { active: ['a', 'b', 'c'], asking: ['b', 'c'] }, 2, 'b'],
    ['that one for longer then', [[], []], { active: ['a', 'b', 'c'], asking: ['b', 'c'] }, 3, 'b'],
    ['the first active one when nobody asks', [[], []], { active: ['a', 'b'], asking: [] }, 0, 'a'],
    ['the home before other active ones', [[], []], { own: 'b', active: ['b', 'default'] }, 0, 'default'],
    ['no inactive one that asks', [[], []], { own: 'x', active: ['a'], asking: ['x', 'default'] }, 0, 'a'],
    [
      'what a hard constraint names, whatever is preferred',
      [['M3Cluster'], ['M4Cluster']],
      {},
      0,
      'M3Cluster',
    ],
    ['that, too, when no node of it asks', [['M5Cluster'], ['M4Cluster']], {}, 1, 'M5Cluster'],
    [
      'its own when that is the wish',
      [[], ['M4Cluster']],
      { own: 'M4Cluster', active: ['M4Cluster'] },
      5,
      'M4Cluster',
    ],
  ])('is %s', (_what, constraints, known, waits, expected) => {
    expect(cluster(constraints, known, waits)).toBe(expected);
  });
});
