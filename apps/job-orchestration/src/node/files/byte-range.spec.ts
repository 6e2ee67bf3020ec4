import { parseRange } from './byte-range';

describe('parseRange', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=5-500', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ] as const)('reads %s of ten bytes', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  it('has no satisfiable range in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
