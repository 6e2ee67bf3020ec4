import { TAIL_LIMIT_BYTES, positionOf } from './file-start';

const positionIn = (text: Buffer, tail: number): Promise<number> =>
  positionOf({ tail }, text.length, (from, to) => Promise.resolve(text.subarray(from, to)));

describe('[V3-FOLLOW-2] the last lines of a file', () => {
  it.each([
    ['a\nb\nc\n', 0, ''],
    ['a\nb\nc\n', 1, 'c\n'],
    ['a\nb\nc\n', 2, 'b\nc\n'],
    ['a\nb\nc\n', 3, 'a\nb\nc\n'],
    ['a\nb\nc\n', 4, 'a\nb\nc\n'],
    ['a\nb\nc', 1, 'c'],
    ['a\n\n', 1, '\n'],
    ['\na', 1, 'a'],
    ['\na', 2, '\na'],
    ['\n', 1, '\n'],
    ['', 3, ''],
  ])('of %j, %i of them, are %j', async (text, tail, expected) => {
    expect(text.slice(await positionIn(Buffer.from(text), tail))).toBe(expected);
  });

  it('are found across the windows that are read', async () => {
    const line = 'x'.repeat(999);
    const text = Buffer.from(`${line}\n`.repeat(3000));
    for (const tail of [1, 262, 263, 2999]) expect(await positionIn(text, tail)).toBe((3000 - tail) * 1000);
  });

  it('are searched for in the last 64 MB only', async () => {
    const size = 3 * TAIL_LIMIT_BYTES;
    let read = 0;
    const position = await positionOf({ tail: 1 }, size, (from, to) => {
      read += to - from;
      return Promise.resolve(Buffer.alloc(to - from));
    });
    expect([position, read]).toEqual([size - TAIL_LIMIT_BYTES, TAIL_LIMIT_BYTES]);
  });

  it('begin anywhere when a position is given', async () => {
    expect(await positionOf({ offset: 7 }, 3, () => Promise.reject(new Error('nothing to read')))).toBe(7);
  });
});
