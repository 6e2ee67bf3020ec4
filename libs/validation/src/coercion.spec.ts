import { numberPattern, toDecimal, type NumberBounds } from './coercion';

describe('toDecimal', () => {
  it.each([
    ['12', 12],
    [' -007 ', -7],
    ['1.0', 1],
    ['0.25', 0.25],
    ['1e3', '1e3'],
    ['0x10', '0x10'],
    ['+1', '+1'],
    ['.5', '.5'],
    ['', ''],
    [' ', ' '],
    ['9007199254740991', 9_007_199_254_740_991],
    ['1'.repeat(17), '1'.repeat(17)],
    [true, true],
  ])('reads %j as %j', (text, read) => {
    expect(toDecimal(text)).toBe(read);
  });
});

describe('numberPattern', () => {
  const isWithin = (number: unknown, { min, max, integer, positive }: NumberBounds): boolean =>
    typeof number === 'number' &&
    (min === undefined || number >= min) &&
    (max === undefined || number <= max) &&
    (!integer || Number.isInteger(number)) &&
    (!positive || number > 0);

  const texts = [
    ...Array.from({ length: 2100 }, (_, number) => String(number)),
    ...['2147483646', '2147483647', '2147483648', '9999999999', '999999999999999'],
    ...[
      '0.0',
      '0.5',
      '0.001',
      '1.0',
      '1.5',
      '7.999',
      '8.0',
      '8.001',
      '27999.9',
      '28000.0',
      '28000.5',
      '00012',
    ],
    ...['-1', '-2.5', ' 3 ', '\t4', '1e3', '0x1', '+1', '', ' ', 'x', '1 2', 'NaN', 'Infinity'],
  ];

  it.each<[string, NumberBounds]>([
    ['a number', {}],
    ['a number from 0', { min: 0 }],
    ['a positive number to 8', { positive: true, max: 8 }],
    ['a positive number to 28000', { positive: true, max: 28_000 }],
    ['a number to 1024', { min: 0, max: 1024 }],
    ['a whole number', { integer: true }],
    ['a whole number from 0', { integer: true, min: 0 }],
    ['a whole number from 1', { integer: true, min: 1 }],
    ['a whole number from 0 to 1', { integer: true, min: 0, max: 1 }],
    ['a whole number from 1 to 1500', { integer: true, min: 1, max: 1500 }],
    ['a whole number that a column holds', { integer: true, min: 0, max: 2_147_483_647 }],
  ])('allows the texts that are read as %s', (_what, bounds) => {
    const pattern = new RegExp(numberPattern(bounds));
    for (const text of texts)
      expect([text, pattern.test(text)]).toEqual([text, isWithin(toDecimal(text), bounds)]);
  });
});
