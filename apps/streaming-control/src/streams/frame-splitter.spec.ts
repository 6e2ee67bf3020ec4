import { FrameSplitter } from './frame-splitter';

/** What comes out when `text` arrives in pieces of `size` bytes. */
function split(text: string, size: number): { text: string; messages: number } {
  const out: Buffer[] = [];
  let messages = 0;
  const splitter = new FrameSplitter((batch) => {
    out.push(batch.bytes);
    messages += batch.messages;
  });
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) splitter.push(bytes.subarray(from, from + size));
  return { text: Buffer.concat(out).toString(), messages };
}

describe('frames of a worker’s output', () => {
  const text = 'data: één\n\n:\n\ndata: {"b":2}\n\n\n: note\ndata: c\n\ndata: unfinished';
  const whole = { text: 'data: één\n\ndata: {"b":2}\n\n: note\ndata: c\n\n', messages: 3 };

  it.each([1, 2, 3, 7, 1000])('come out whole and without comments from pieces of %i bytes', (size) => {
    expect(split(text, size)).toEqual(whole);
  });

  it.each([1, 2, 3, 7, 1000])('may have other line ends, in pieces of %i bytes', (size) => {
    expect(split(text.replaceAll('\n', '\r\n'), size)).toEqual(whole);
  });
});
