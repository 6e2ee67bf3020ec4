import { bytes, counted } from './quantities';

it.each([
  [12, '12 B'],
  [1400, '1.4 KB'],
  [200_000_000, '200 MB'],
])('%d bytes are %s', (count, text) => expect(bytes(count)).toBe(text));

it('a number has its noun in the singular only for one', () => {
  expect(counted(1, 'line')).toBe('1 line');
  expect(counted(2000, 'line')).toBe('2,000 lines');
  expect(counted(0, 'retry', 'retries')).toBe('0 retries');
});
