import { segmentsInside } from './path-segments';

describe('segmentsInside', () => {
  it.each([
    ['a', ['a']],
    ['a/b.txt', ['a', 'b.txt']],
    ['a/', ['a']],
    ['..a/b..', ['..a', 'b..']],
  ])('%s stays inside', (path, segments) => {
    expect(segmentsInside(path)).toEqual(segments);
  });

  it.each(['', '/', '/a', '..', '../a', 'a/../b', 'a/..', './a', 'a//b', 'a\\b', 'a\0b'])(
    '%j does not',
    (path) => {
      expect(segmentsInside(path)).toBeUndefined();
    },
  );
});
