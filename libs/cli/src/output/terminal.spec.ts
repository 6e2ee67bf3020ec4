import { PassThrough } from 'node:stream';
import { Terminal } from './terminal.ts';

const widthAt = (isTTY: boolean, columns: number | undefined): number | undefined => {
  const stdout = Object.assign(new PassThrough(), { isTTY, columns });
  return new Terminal({ stdin: new PassThrough(), stdout, stderr: new PassThrough() }).width;
};

describe('[CLI-OUT-4] the width that tables are cut to', () => {
  it('is that of the terminal', () => {
    expect(widthAt(true, 60)).toBe(60);
  });

  it('is unlimited without a terminal, and at a terminal without a size', () => {
    expect(widthAt(false, 60)).toBeUndefined();
    expect(widthAt(true, 0)).toBeUndefined();
    expect(widthAt(true, undefined)).toBeUndefined();
  });
});
