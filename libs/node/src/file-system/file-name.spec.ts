import fc from 'fast-check';
import { bytesOf, isShowable, nameOf, shownNames } from './file-name';

describe('a file name', () => {
  it.each(['a', 'é', '😀', '\ufffd', 'a\nb', ''])('shows a UTF-8 file name as its text: %j', (text) => {
    const name = nameOf(Buffer.from(text));
    expect([name, isShowable(name), bytesOf(name)]).toEqual([text, true, undefined]);
  });

  it('restores a file name of any other bytes, which equals no other name', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((one) => Buffer.from(one));
    fc.assert(
      fc.property(bytes, (one) => {
        const name = nameOf(one);
        expect(bytesOf(name) ?? Buffer.from(name)).toEqual(one);
        expect(isShowable(name)).toBe(Buffer.from(one.toString()).equals(one) && !one.includes('\\'));
      }),
    );
    expect(shownNames(`a/${nameOf(Buffer.from([0x66, 0xff]))}`)).toBe('a/f\ufffd');
  });

  it.each(['\ud800', 'é\udcff', '\udc2f', '😀\udcff'])('refuses the file name %j', (text) => {
    expect(() => bytesOf(text)).toThrow('is not a file name');
  });
});
