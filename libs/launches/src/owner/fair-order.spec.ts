import fc from 'fast-check';
import { byOwnOrder, fairOrder, inOwnOrder, type UserLoad } from './fair-order';

const load = (user: string, waiting: number, change: Partial<UserLoad> = {}): UserLoad => ({
  user,
  held: 0,
  share: 1,
  waiting: Array.from({ length: waiting }, (_, index) => ({
    id: `${user}${index + 1}`,
    rank: 0,
    createdAt: index,
  })),
  ...change,
});
const order = (users: UserLoad[], limit = 6): string =>
  fairOrder(users, limit)
    .map(({ id }) => id)
    .join(' ');

describe('fairOrder', () => {
  it.each<[string, UserLoad[], string]>([
    ['one user: oldest first', [load('a', 8)], 'a1 a2 a3 a4 a5 a6'],
    ['users take turns', [load('a', 8), load('b', 8)], 'a1 b1 a2 b2 a3 b3'],
    ['10,000 launches do not stand before one', [load('a', 10_000), load('b', 1)], 'a1 b1 a2 a3 a4 a5'],
    [
      'a user with nothing on the nodes goes first',
      [load('a', 8, { held: 3 }), load('b', 8)],
      'b1 b2 b3 a1 b4 a2',
    ],
    ['a share of two is two turns', [load('a', 8, { share: 2 }), load('b', 8)], 'a1 b1 a2 a3 b2 a4'],
    ['no launch waits', [load('a', 0)], ''],
  ])('%s', (_what, users, expected) => expect(order(users)).toBe(expected));

  it('orders launches of one moment by their ids', () => {
    const waiting = ['c', 'a', 'b'].map((id) => ({ id, rank: 0, createdAt: 1 }));
    expect(
      order([load('x', 0, { waiting: waiting.slice(0, 1) }), load('y', 0, { waiting: waiting.slice(1, 2) })]),
    ).toBe('a c');
  });

  it('[V3-PRIO-2] orders the launches of one user by rank, age and id', () => {
    const waiting = [
      { id: 'd', rank: 5, createdAt: 0 },
      { id: 'c', rank: 0, createdAt: 2 },
      { id: 'b', rank: 0, createdAt: 1 },
      { id: 'a', rank: 0, createdAt: 2 },
      { id: 'e', rank: -5, createdAt: 9 },
    ];
    expect(order([load('x', 0, { waiting: waiting.toSorted(byOwnOrder) })])).toBe('e b a c d');
  });

  it('[V3-PRIO-2] lets an urgent launch overtake no other user', () => {
    const urgent = load('a', 2, { waiting: [{ id: 'a1', rank: -100, createdAt: 9 }] });
    expect(order([urgent, load('b', 2)])).toBe('b1 a1 b2');
  });

  it('makes users with equal shares wait for at most one launch of each other user', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 2, maxLength: 6 }), (counts) => {
        const users = counts.map((count, index) => load(`u${index}-`, count));
        const turns = fairOrder(users, 1000);
        expect(turns).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
        counts.forEach((count, index) => {
          if (count === 0) return;
          const first = turns.findIndex(({ user }) => user === `u${index}-`);
          expect(first).toBeLessThan(counts.length);
        });
      }),
    );
  });
});

describe('inOwnOrder', () => {
  it('orders the launches of each user, and leaves the turns of the users as they are', () => {
    const launch = (id: string, rank = 0) => ({ id, user: id[0]!, rank, createdAt: 1 });
    const queued = [launch('a1'), launch('a3'), launch('b2'), launch('a2'), launch('b9', -1)];
    expect(inOwnOrder(queued)).toEqual(['a1', 'a2', 'b9', 'a3', 'b2']);
  });
});
