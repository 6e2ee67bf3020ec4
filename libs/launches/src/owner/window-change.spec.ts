import { isOutOfOrder, windowChange } from './window-change';
import type { Turn } from './fair-order';

/** `a1 b1+5` as turns, the latter with the priority 5. */
const turns = (text: string): Turn[] =>
  text
    .split(' ')
    .filter((id) => id !== '')
    .map((one) => one.split('+'))
    .map(([id = '', priority = '0']) => ({ id, user: id.slice(0, 1), rank: 0 - Number(priority) }));

describe('windowChange', () => {
  it.each<[string, string, string, string, string]>([
    ['an empty queue is filled', '', 'a1 b1 a2', '', 'a1 b1 a2'],
    ['what was taken is made up for at the end', 'a2 b2', 'a2 b2 a3 b3', '', 'a3 b3'],
    ['a full queue stays as it is', 'a1 a2 a3 a4', 'a1 a2 a3 a4', '', ''],
    ['a small difference of order is left', 'b2 a2', 'a2 b2 a3', '', 'a3'],
    ['who has none there gets a turn', 'a1 a2 a3 a4', 'a1 b1 a2 b2', 'a2 a3 a4', 'b1 a2 b2'],
    ['who has none there may be first', 'a1 a2', 'b1 a1 b2', 'a1 a2', 'b1 a1 b2'],
    ['nothing is wanted', 'a1', '', '', ''],
    ['an urgent launch goes before the others of its user', 'a1 a2', 'a3+1 a1 a2', 'a1 a2', 'a3+1 a1 a2'],
    ['those before it stay', 'a1+5 b1 a2 b2', 'a1+5 b1 a3+1 b2', 'a2 b2', 'a3+1 b2'],
    ['it does not pass other users', 'b1 a1', 'b1 a2+9 a1', 'a1', 'a2+9 a1'],
    ['one that another replica has put behind is moved', 'a1 a2+1', 'a2+1 a1', 'a1 a2+1', 'a2+1 a1'],
    ['equal ones keep their order', 'a2+1 a1+1', 'a1+1 a2+1', '', ''],
  ])('%s', (_what, queued, wanted, takeBack, put) => {
    expect(windowChange(turns(queued), turns(wanted), 4)).toEqual({
      takeBack: turns(takeBack).map(({ id }) => id),
      put: turns(put).map(({ id }) => id),
    });
  });
});

describe('isOutOfOrder', () => {
  it.each([
    ['a1 a2', false],
    ['a1+2 a2+1 a3', false],
    ['a1 b1+5', false],
    ['a1 b1 a2+1', true],
  ])('the queue %s is out of order: %s', (queued, expected) =>
    expect(isOutOfOrder(turns(queued))).toBe(expected),
  );
});
