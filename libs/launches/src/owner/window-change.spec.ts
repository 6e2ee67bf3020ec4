import { windowChange, type Turn } from './fair-order';

/** `a1 b1` as turns. */
const turns = (text: string): Turn[] =>
  text
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => ({ id, user: id.slice(0, 1) }));

describe('windowChange', () => {
  it.each<[string, string, string, string, string]>([
    ['an empty queue is filled', '', 'a1 b1 a2', '', 'a1 b1 a2'],
    ['what was taken is made up for at the end', 'a2 b2', 'a2 b2 a3 b3', '', 'a3 b3'],
    ['a full queue stays as it is', 'a1 a2 a3 a4', 'a1 a2 a3 a4', '', ''],
    ['a small difference of order is left', 'b2 a2', 'a2 b2 a3', '', 'a3'],
    ['who has none there gets a turn', 'a1 a2 a3 a4', 'a1 b1 a2 b2', 'a2 a3 a4', 'b1 a2 b2'],
    ['who has none there may be first', 'a1 a2', 'b1 a1 b2', 'a1 a2', 'b1 a1 b2'],
    ['nothing is wanted', 'a1', '', '', ''],
  ])('%s', (_what, queued, wanted, takeBack, put) => {
    expect(windowChange(turns(queued), turns(wanted), 4)).toEqual({
      takeBack: turns(takeBack).map(({ id }) => id),
      put: turns(put).map(({ id }) => id),
    });
  });
});
