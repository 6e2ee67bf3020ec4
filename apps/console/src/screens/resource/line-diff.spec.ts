import { compareLines, withContext } from './line-diff';

const rows = compareLines('a\nb\nc\nd\ne', 'a\nB\nc\nd\ne\nf');

it('[CONSOLE-HISTORY-1] replaced lines stand side by side, added ones alone', () => {
  expect(rows.filter(({ kind }) => kind === 'changed')).toEqual([
    { before: 'b', now: 'B', kind: 'changed' },
    { before: null, now: 'f', kind: 'changed' },
  ]);
});

it('[CONSOLE-HISTORY-1] equal lines far from a change are left out', () => {
  expect(withContext(rows, 1).map((row) => row?.now ?? '…')).toEqual(['a', 'B', 'c', '…', 'e', 'f']);
});
