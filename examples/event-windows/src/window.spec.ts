import { Window } from './window';

describe('a window', () => {
  it('counts by key, and adds up what has a value', () => {
    const window = new Window(100, 10);
    for (const value of [5, undefined, 2]) window.add({ key: 'a', value });
    window.add({ key: 'b', value: undefined });
    expect(window.summary(200)).toEqual({
      from: 100,
      until: 200,
      events: 4,
      keys: { a: { count: 3, sum: 7, min: 2, max: 5 }, b: { count: 1 } },
      others: 0,
    });
  });

  it('counts together what comes on top of its keys', () => {
    const window = new Window(0, 2);
    for (const key of ['a', 'b', 'c', 'a', 'd']) window.add({ key, value: undefined });
    expect(window.summary(1)).toMatchObject({
      events: 5,
      keys: { a: { count: 2 }, b: { count: 1 } },
      others: 2,
    });
  });
});
