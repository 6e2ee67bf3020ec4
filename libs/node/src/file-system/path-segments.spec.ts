import { segmentsInside } from './path-segments';

describe('segmentsInside', () => {
  it.each([
    ['a', ['a']],
    ['a/b.txt', ['a', 'b.txt']],
    ['a/', ['a']],
    ['..a/b..', ['..a', 'b..']],
  ])('accepts %s, which stays inside the folder', (path, segments) => {
    expect(segmentsInside(path)).toEqual(segments);
  });

  it.each(['', '/', '/a', '..', '../a', 'a/../b', 'a/..', './a', 'a//b', 'a\\b', 'a\0b'])(
    'refuses %j, which leaves the folder',
    (path) => {
      expect(segmentsInside(path)).toBeUndefined();
    },
  );
});
