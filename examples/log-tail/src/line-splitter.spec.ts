import { LineSplitter } from './line-splitter';

describe('LineSplitter', () => {
  it('puts lines together however their bytes come', () => {
    const splitter = new LineSplitter();
    const bytes = Buffer.from('one\r\nzwölf\n\nlast');
    const lines = [...bytes].flatMap((byte) => splitter.push(Buffer.from([byte])));
    expect(lines).toEqual(['one', 'zwölf', '']);
    expect([splitter.end(), splitter.end()]).toEqual([['last'], []]);
  });

  it('cuts a line that does not end', () => {
    const splitter = new LineSplitter();
    const pieces = splitter.push(Buffer.alloc(200_000, 'x'));
    expect(pieces.map((piece) => piece.length)).toEqual([65_536, 65_536, 65_536]);
    expect(splitter.push(Buffer.from('\n'))[0]).toHaveLength(200_000 - 3 * 65_536);
  });
});
