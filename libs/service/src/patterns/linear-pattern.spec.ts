import fc from 'fast-check';
import { RE2JS } from 're2js';
import { linearPattern, patternSize, PatternTooLarge } from './linear-pattern';

const ATOMS = String.raw`a . \w [a-z] []x] [^]]  [[:alpha:]{9}] [[:word:] \Q[(\E \Q{1000}\E \x{41} \pL \p{^Greek} \{ é ^ \b [\]] [a\]{99}] (?i) \101 { } {,5} 🙂`;
const QUANTIFIERS = ['', '', '', '*', '+', '?', '*?', '{3}', '{2,}', '{0,30}', '{5,9}', '{2}?', '{1,3}?'];

/** Patterns of every kind of part, nested; not all are valid. */
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc
    .array(
      fc
        .tuple(
          fc.oneof(
            { depthSize: 'small', withCrossShrink: true },
            fc.constantFrom(...ATOMS.split(' ')),
            fc.constant('|'),
            tie('pattern').map((inner) => `(${inner})`),
          ),
          fc.constantFrom(...QUANTIFIERS),
        )
        .map((part) => part.join('')),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}));

const compiledSize = (source: string): number | undefined => {
  try {
    return RE2JS.compile(source).programSize();
  } catch {
    return undefined;
  }
};

describe('the size of a pattern', () => {
  it('is at least that of the compiled program, for any pattern', () => {
    fc.assert(
      fc.property(pattern, (source) => {
        const size = patternSize(source);
        fc.pre(size < 5000);
        // Three steps of a program are not those of its pattern.
        expect(size + 3).toBeGreaterThanOrEqual(compiledSize(source) ?? 0);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it.each([
    ['^i-[0-9a-f]{17}$', 18],
    ['[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}', 50],
    [String.raw`\w{0,250}`, 502],
    ['a{0,1000}', 2002],
    ['((x{10}){10}){10}', 1300],
  ])('estimates the size of %s at about %i', (source, size) => {
    expect(Math.abs(patternSize(source) - size)).toBeLessThanOrEqual(size / 4);
  });
});

describe('a pattern of a client', () => {
  it('searches anywhere, and ignores case where asked to', () => {
    expect(linearPattern('B+').matches('abba')).toBe(false);
    expect(linearPattern('B+', { ignoreCase: true }).matches('abba')).toBe(true);
  });

  it('refuses a pattern that takes long to compile before compiling it', () => {
    expect(() => linearPattern('a{0,1000}'.repeat(1000))).toThrow(PatternTooLarge);
    expect(() => linearPattern('(a|b){100}', { limit: 100 })).toThrow(PatternTooLarge);
  });

  it('refuses an invalid pattern', () => {
    expect(() => linearPattern('(')).toThrow('missing closing )');
  });
});
