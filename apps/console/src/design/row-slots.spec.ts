import { assignSlots } from './row-slots';

const slots = (before: Record<string, number>, keys: string): number[] =>
  assignSlots(new Map(Object.entries(before)), [...keys]);

it('[CONSOLE-SPEED-2] new rows reuse the elements of rows that have left', () => {
  expect(slots({}, 'abcd')).toEqual([0, 1, 2, 3]);
  expect(slots({ a: 0, b: 1, c: 2, d: 3 }, 'cdef')).toEqual([2, 3, 0, 1]);
  expect(slots({ c: 2, d: 3, e: 0, f: 1 }, 'bcde')).toEqual([1, 2, 3, 0]);
});

it('[CONSOLE-SPEED-2] a row keeps its element when others come before it', () =>
  expect(slots({ a: 0, b: 1 }, 'xab')).toEqual([2, 0, 1]));

it('[CONSOLE-SPEED-2] no element is given to two rows, also when a key occurs twice', () =>
  expect(slots({ a: 0, b: 1 }, 'aab')).toEqual([0, 2, 1]));
