import fc from 'fast-check';
import { maskSpan, maskPart, startOfPartialValue, patternsOf, spansIn } from './mask';

/** The reference: masks the whole text at once. */
function masked(text: Buffer, patterns: readonly Buffer[]): Buffer {
  const out = Buffer.from(text);
  for (const span of spansIn(text, patterns)) maskSpan(out, span);
  return out;
}

/** Returns the bytes of a text from `start` to `end`, both inclusive, masked in pieces. */
async function inPieces(
  text: Buffer,
  patterns: readonly Buffer[],
  { start, end, unfinished }: { start: number; end: number; unfinished?: 'mask' },
  pieces: number,
): Promise<string> {
  const shown: Buffer[] = [];
  const size = text.length;
  const read = (first: number, last: number) => Promise.resolve(Buffer.from(text.subarray(first, last)));
  for (let from = start; from <= end; from += pieces)
    shown.push(
      await maskPart(patterns, { from, to: Math.min(end + 1, from + pieces), size, unfinished }, read),
    );
  return Buffer.concat(shown).toString();
}

describe('masking', () => {
  const patterns = patternsOf(['hunter22', 'rabbits', 'abc', 'hunter22', 'sé-cret']);

  it('leaves out values that are too short or repeated', () => {
    expect(patterns.map(String)).toEqual(['hunter22', 'rabbits', 'sé-cret']);
  });

  it.each([
    ['password hunter22.', 'password ********.'],
    ['hunter22hunter22', '****************'],
    ['a sé-cret', 'a ********'],
    ['hunter2', 'hunter2'],
    ['', ''],
  ])('masks %j as %j', (text, shown) => {
    expect(masked(Buffer.from(text), patterns).toString()).toBe(shown);
  });

  it('masks overlapping values completely', () => {
    expect(masked(Buffer.from('xabcdefx'), patternsOf(['abcd', 'cdef'])).toString()).toBe('x******x');
    expect(masked(Buffer.from('aaaaaa'), patternsOf(['aaaa'])).toString()).toBe('******');
  });

  it('finds a value and its repetitions at once, and no byte more', () => {
    const bytes = Buffer.concat([Buffer.from('x'), Buffer.alloc(2 ** 19, 'ab'), Buffer.from('ax')]);
    expect(spansIn(bytes, [Buffer.alloc(4096, 'ab')])).toEqual([{ start: 1, end: 1 + 2 ** 19 }]);
    expect(spansIn(Buffer.from('abcdabcdab'), [Buffer.from('abcd')])).toEqual([{ start: 0, end: 8 }]);
  });

  it('finds every byte of values that overlap', () => {
    const text = fc.string({ maxLength: 40, unit: fc.constantFrom('a', 'b') });
    const value = fc.string({ minLength: 4, maxLength: 9, unit: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(text, value, (given, one) => {
        const expected = [...given];
        for (let at = given.indexOf(one); at >= 0; at = given.indexOf(one, at + 1))
          expected.fill('*', at, at + one.length);
        expect(masked(Buffer.from(given), [Buffer.from(one)]).toString()).toBe(expected.join(''));
      }),
    );
  });

  it('detects a value that may begin at the end', () => {
    const at = (text: string): number => startOfPartialValue(Buffer.from(text), patterns);
    expect([at('x hunt'), at('x hun'), at('x rabbit'), at('hunter22'), at('')]).toEqual([2, 5, 2, 8, 0]);
  });

  it('masks a range like the whole file, in pieces of any size', async () => {
    const values = fc.array(fc.string({ minLength: 4, maxLength: 9, unit: fc.constantFrom('a', 'b', 'c') }), {
      minLength: 1,
      maxLength: 4,
    });
    const texts = fc.string({ minLength: 1, maxLength: 80, unit: fc.constantFrom('a', 'b', 'c', '\n') });
    await fc.assert(
      fc.asyncProperty(
        values,
        texts,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 20 }),
        async (some, text, one, other, pieces) => {
          const bytes = Buffer.from(text);
          const all = patternsOf(some);
          const [start = 0, end = 0] = [one % bytes.length, other % bytes.length].sort((a, b) => a - b);
          const shown = await inPieces(bytes, all, { start, end }, pieces);
          expect(shown).toBe(
            masked(bytes, all)
              .subarray(start, end + 1)
              .toString(),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('masks the beginning of a value at the end of a growing file', async () => {
    const text = Buffer.from('pass: hunter');
    const all = { start: 0, end: text.length - 1 };
    for (const pieces of [1, 5, 50]) {
      expect(await inPieces(text, patterns, { ...all, unfinished: 'mask' }, pieces)).toBe('pass: ******');
      expect(await inPieces(text, patterns, all, pieces)).toBe('pass: hunter');
    }
  });

  it('masks the beginning of a value at the end of a file that has become shorter', async () => {
    const read = (first: number, last: number) =>
      Promise.resolve(Buffer.from('pass: hunter').subarray(first, last));
    const part = { from: 6, to: 12, size: 100, unfinished: 'mask' } as const;
    expect(String(await maskPart(patterns, part, read))).toBe('******');
  });

  it('[V3-FOLLOW-9] masks a file that is read while it grows like the whole file', async () => {
    const texts = fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom('a', 'b', '\n') });
    const values = fc.array(fc.string({ minLength: 4, maxLength: 8, unit: fc.constantFrom('a', 'b') }), {
      minLength: 1,
      maxLength: 3,
    });
    const steps = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        values,
        texts,
        steps,
        fc.integer({ min: 1, max: 9 }),
        async (some, text, grown, most) => {
          const whole = Buffer.from(text);
          const all = patternsOf(some);
          const shown: Buffer[] = [];
          let [at, size] = [0, 0];
          const read = (from: number, to: number) => Promise.resolve(Buffer.from(whole.subarray(from, to)));
          for (const step of [...grown, whole.length, 0]) {
            size = Math.min(whole.length, size + step);
            const unfinished = step > 0 ? 'leave out' : undefined;
            for (let bytes; at < size; at += bytes.length) {
              bytes = await maskPart(
                all,
                { from: at, to: Math.min(size, at + most), size, unfinished },
                read,
              );
              if (bytes.length === 0) break;
              shown.push(bytes);
            }
          }
          // A prefix of fewer than four bytes is not held back, as in every growing file.
          const expected = masked(whole, all).toString();
          const got = Buffer.concat(shown).toString();
          expect(got).toHaveLength(expected.length);
          const values = [...expected].flatMap((sign, index) => (sign === '*' ? [] : [index]));
          for (const index of values) expect(got[index]).toBe(expected[index]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('[V3-FOLLOW-9] holds back the possible beginning of a value until the rest arrives', async () => {
    const read = (text: string, from: number, growing = true) => {
      const unfinished = growing ? 'leave out' : undefined;
      return maskPart(patterns, { from, to: text.length, size: text.length, unfinished }, (first, end) =>
        Promise.resolve(Buffer.from(text.slice(first, end))),
      ).then(String);
    };
    expect(await read('pass: hunter', 0)).toBe('pass: ');
    expect(await read('pass: hunter22\n', 6)).toBe('********\n');
    expect(await read('pass: hunters\n', 6)).toBe('hunters\n');
    expect(await read('pass: hunter', 6, false)).toBe('hunter');
  });
});
