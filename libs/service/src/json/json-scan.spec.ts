import fc from 'fast-check';
import { scanJson, type LossyNumber } from './json-scan';

const scan = (text: string, depth?: number): 'too deep' | LossyNumber | undefined =>
  scanJson(Buffer.from(text), depth);

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of a JSON text', () => {
  it('counts nested values, not adjacent ones', () => {
    expect(scan(nested(100))).toBeUndefined();
    expect(scan(nested(101))).toBe('too deep');
    expect(scan(`[${'[],'.repeat(500)}{}]`, 2)).toBeUndefined();
  });

  it('ignores brackets in texts', () => {
    expect(scan(JSON.stringify(['[[[[', '\\', '"{{{{', 'a\\"[[', 'ü[[']), 1)).toBeUndefined();
  });

  it('is that of the parsed value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 0, max: 8 }), (text, limit) => {
        fc.pre(!/\d{16}|e\+?\d{3}/.test(text));
        expect(scan(text, limit) === 'too deep').toBe(depthOf(JSON.parse(text)) > limit);
      }),
    );
  });
});

describe('a number of a JSON text', () => {
  it.each([
    '0',
    '-0',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '18446744073709552000',
    '1e308',
    '-1.7976931348623157E+308',
    '1e-400',
    '0e400',
    '0.12345678901234567890',
    '1.5e22',
    '123456789012345678.5',
  ])('keeps the number %s', (number) => expect(scan(`{"a":[${number}],"b":"1e400"}`)).toBeUndefined());

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['1e400', '1e400'],
    ['-1.5E+309', '-1.5E+309'],
    ['1e9999999999', '1e9999999999'],
    [`1${'0'.repeat(400)}`, `1${'0'.repeat(39)}...`],
    [`1${'0'.repeat(308)}.5e1`, `1${'0'.repeat(39)}...`],
  ])('%s is lossy, and named with its place', (number, shown) => {
    expect(scan(`{"x":{"y":1},"a\\u0062":[0,"],",{"c":${number}}]}`)).toEqual({
      number: shown,
      path: 'ab[2].c',
    });
    expect(scan(number)).toEqual({ number: shown, path: '' });
  });

  it('is lossy when it would be stored as another whole number or as none', () => {
    const digits = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
    fc.assert(
      fc.property(digits, fc.option(fc.integer({ min: 0, max: 400 })), (whole, exponent) => {
        const text = exponent === null ? String(whole) : `${whole}e${exponent}`;
        const value = Number(text);
        const isKept =
          exponent === null ? Number.isSafeInteger(value) || String(value) === text : Number.isFinite(value);
        expect(scan(`[${text}]`) === undefined).toBe(isKept);
      }),
    );
  });

  it('is lossy when it is too large for any, wherever its decimal point is', () => {
    const digits = (least: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},20}$`));
    fc.assert(
      fc.property(digits(0), digits(1), fc.integer({ min: -20, max: 312 }), (whole, fraction, exponent) => {
        const text = `${BigInt(whole || '0')}.${fraction}e${exponent}`;
        expect(scan(`[${text}]`) === undefined).toBe(Number.isFinite(Number(text)));
      }),
      { numRuns: 2000 },
    );
    for (const text of ['1.7976931348623157e308', '1.7976931348623158e308', '0.17976931348623157e309'])
      expect(scan(text)).toBeUndefined();
    for (const text of ['1.7976931348623159e308', '17.976931348623159e307', '2e308', '0.2e309'])
      expect(scan(text)).toBeDefined();
  });
});
