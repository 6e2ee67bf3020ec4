import fc from 'fast-check';
import { isDeeperThan } from './json-depth';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of a JSON text', () => {
  it('counts what is inside each other, not beside', () => {
    expect(isDeeperThan(nested(100), 100)).toBe(false);
    expect(isDeeperThan(nested(101), 100)).toBe(true);
    expect(isDeeperThan(`[${'[],'.repeat(500)}{}]`, 2)).toBe(false);
  });

  it('takes brackets in texts for what they are', () => {
    expect(isDeeperThan(JSON.stringify(['[[[[', '\\', '"{{{{', 'a\\"[[']), 1)).toBe(false);
    expect(isDeeperThan('"[[[[[[', 2)).toBe(false);
  });

  it('is that of the parsed value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 0, max: 8 }), (text, limit) => {
        expect(isDeeperThan(text.padEnd(20), limit)).toBe(depthOf(JSON.parse(text)) > limit);
      }),
    );
  });
});
