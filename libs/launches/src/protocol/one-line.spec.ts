import { oneLine } from './one-line';

it.each([
  ['a\r\n  b\u0000\tc ', 20, 'a b c'],
  ['abcdef', 3, 'abc'],
  ['ab\u{1F600}', 3, 'ab'],
  ['ab\u{1F600}', 4, 'ab\u{1F600}'],
])('%j in at most %i characters is %j', (text, length, line) => expect(oneLine(text, length)).toBe(line));
