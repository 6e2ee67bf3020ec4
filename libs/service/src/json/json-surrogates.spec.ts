import fc from 'fast-check';
import { findLoneSurrogate } from './json-scan';

const find = (text: string) => findLoneSurrogate(Buffer.from(text));

function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

describe('half of a character in a JSON text', () => {
  it.each([
    [String.raw`"\ud800"`, String.raw`\ud800`, ''],
    [String.raw`{"a":[{"b":"x\uDFFF"}]}`, String.raw`\uDFFF`, 'a[0].b'],
    [String.raw`{"a":"\ud83d\ud83d\ude00"}`, String.raw`\ud83d`, 'a'],
    [String.raw`{"a":"\ude00\ud83d"}`, String.raw`\ude00`, 'a'],
    [String.raw`["\\\ud800"]`, String.raw`\ud800`, '[0]'],
    [String.raw`["\ud83d\\ude00"]`, String.raw`\ud83d`, '[0]'],
  ])('%s is found with its place', (text, escape, path) => {
    expect(find(text)).toEqual({ escape, path });
  });

  it('is found in a key', () => {
    expect(find(String.raw`{"a":{"\ud800":1}}`)).toMatchObject({ escape: String.raw`\ud800` });
  });

  it.each([
    String.raw`"\ud83d\ude00"`,
    String.raw`"\uD83D\uDE00 \u00e9 \ud7ff \ue000"`,
    String.raw`"\\ud800"`,
    String.raw`"\\\\udfff"`,
    '"😀"',
  ])('finds no lone surrogate in %s', (text) => expect(find(text)).toBeUndefined());

  it('is found exactly where a parsed text is not well-formed', () => {
    const unit = fc.constantFrom('\ud83d', '\ude00', '\\', '"', 'u', 'd', 'é', '/');
    fc.assert(
      fc.property(fc.array(fc.string({ unit })), (texts) => {
        const isWrong = texts.some((text) => !isWellFormed(text));
        expect(find(JSON.stringify(texts)) !== undefined).toBe(isWrong);
      }),
    );
  });

  it('takes linear time for many escapes', () => {
    const text = `"${String.raw`\n`.repeat(250_000)}${String.raw`\ud83d\ude00`.repeat(40_000)}"`;
    const begun = process.cpuUsage();
    expect(find(text)).toBeUndefined();
    expect(process.cpuUsage(begun).user).toBeLessThan(300_000);
  });
});
