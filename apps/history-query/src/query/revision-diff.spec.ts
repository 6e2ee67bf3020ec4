import fc from 'fast-check';
import { unifiedDiff } from './revision-diff';

const diff = (older: string[], newer: string[], context?: number): string =>
  unifiedDiff({ name: 'old', text: older.join('\n') }, { name: 'new', text: newer.join('\n') }, context);

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `l${index + 1}`);

/** Reads the new text out of a diff with the whole document as context. */
function applied(text: string): string[] {
  return text
    .split('\n')
    .slice(3, -1)
    .filter((line) => !line.startsWith('-'))
    .map((line) => line.slice(1));
}

describe('unifiedDiff', () => {
  it('[V2-MOD-4] shows the whole document around the changes when no context is given', () => {
    expect(diff(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])).toBe(
      '--- old\n+++ new\n@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c\n',
    );
  });

  it('always writes both counts, and 1-based starts for empty sides', () => {
    const inserted = [...lines(4), 'new', ...lines(8).slice(4)];
    expect(diff(lines(8), inserted, 0)).toBe('--- old\n+++ new\n@@ -5,0 +5,1 @@\n+new\n');
    expect(diff(inserted, lines(8), 0)).toBe('--- old\n+++ new\n@@ -5,1 +5,0 @@\n-new\n');
  });

  it('joins hunks whose contexts touch, and only those', () => {
    const newer = lines(12);
    newer[2] = 'X';
    newer[7] = 'Y';
    expect(diff(lines(12), newer, 2)).toBe(
      '--- old\n+++ new\n@@ -1,10 +1,10 @@\n l1\n l2\n-l3\n+X\n l4\n l5\n l6\n l7\n-l8\n+Y\n l9\n l10\n',
    );
    expect(diff(lines(12), newer, 1)).toBe(
      '--- old\n+++ new\n@@ -2,3 +2,3 @@\n l2\n-l3\n+X\n l4\n@@ -7,3 +7,3 @@\n l7\n-l8\n+Y\n l9\n',
    );
  });

  it('has no block for equal texts', () => {
    expect(diff(['a'], ['a'], 3)).toBe('');
  });

  it('leads from the older text to the newer one', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, text, (older, newer) => {
        fc.pre(older.join() !== newer.join());
        expect(applied(diff(older, newer))).toEqual(newer);
      }),
    );
  });

  it('is correct but coarse for long texts with little in common', () => {
    const older = Array.from({ length: 6000 }, (_, index) => `a${(index * 7919) % 5003}`);
    const newer = Array.from({ length: 6000 }, (_, index) => `a${(index * 104729) % 5009}`);
    const text = diff(older, newer);
    expect(applied(text)).toEqual(newer);
    expect(text.match(/^@@/gm)).toHaveLength(1);
  });
});
