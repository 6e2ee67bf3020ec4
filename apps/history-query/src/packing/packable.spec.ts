import { OPEN_END } from '../revisions/revision';
import type { StoredRevision } from '../revisions/revision-block';
import { changesOf, packable } from './packable';

const row = (stime: number, ltime: number, openedSeq = 0, changeSeq = 0): StoredRevision => ({
  id: 'a',
  times: { ctime: 1, ftime: 1, stime, ltime, mtime: stime },
  openedSeq,
  changeSeq,
  tags: '{}',
  data: Buffer.from('{}'),
});

describe('packable', () => {
  it('is what ended before the time', () => {
    const rows = [row(1, 5), row(5, 9), row(9, OPEN_END)];
    expect(packable(rows, 6)).toEqual(rows.slice(0, 1));
    expect(packable(rows, 10)).toEqual(rows.slice(0, 2));
    expect(packable(rows, 5)).toEqual([]);
    expect(packable(rows.slice(0, 2), 10)).toEqual(rows.slice(0, 2));
  });

  it('is nothing of a document whose later revision ended first', () => {
    expect(packable([row(1, 20), row(2, 5), row(20, OPEN_END)], 10)).toEqual([]);
  });
});

describe('the changes of packed revisions', () => {
  it('are a beginning, and an end unless another revision took its place', () => {
    const rows = [row(1, 5, 1, 3), row(5, 9, 4, 6), row(20, 30, 8, 9), row(40, OPEN_END, 10, 10)];
    expect(changesOf(rows, rows.slice(0, 3)).map(({ seq, stime, isEnd }) => [seq, stime, isEnd])).toEqual([
      [1, 1, false],
      [4, 5, false],
      [6, 5, true],
      [8, 20, false],
      [9, 20, true],
    ]);
  });

  it('are none of a revision that has only ever been past', () => {
    const rows = [row(1, 5, 0, 7)];
    expect(changesOf(rows, rows)).toEqual([]);
  });
});
