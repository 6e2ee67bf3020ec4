import { FrameSplitter, lastEventId, messagesLostWith, payloadsOf } from './frame-splitter';

/** Returns the output for `text` in pieces of `size` bytes. */
function split(
  text: string,
  size: number,
  maxBytes?: number,
): { text: string; messages: number; lost?: number } {
  const out: Buffer[] = [];
  let messages = 0;
  let lost = 0;
  const splitter = new FrameSplitter(
    (batch) => {
      out.push(batch.bytes);
      messages += batch.messages;
    },
    () => (lost += 1),
    maxBytes,
  );
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) splitter.push(bytes.subarray(from, from + size));
  return { text: Buffer.concat(out).toString(), messages, ...(lost > 0 ? { lost } : {}) };
}

describe('frames of a worker’s output', () => {
  const text = 'data: één\n\n:\n\ndata: {"b":2}\n\n\n: note\ndata: c\n\ndata: unfinished';
  const whole = { text: 'data: één\n\ndata: {"b":2}\n\n: note\ndata: c\n\n', messages: 3 };

  it.each([1, 2, 3, 7, 1000])('are complete and without comments from pieces of %i bytes', (size) => {
    expect(split(text, size)).toEqual(whole);
  });

  it.each([1, 2, 3, 7, 1000])('may have other line ends, in pieces of %i bytes', (size) => {
    expect(split(text.replaceAll('\n', '\r\n'), size)).toEqual(whole);
  });

  it.each([
    [1, '\n'],
    [2, '\n'],
    [7, '\n'],
    [1, '\r\n'],
    [2, '\r\n'],
    [7, '\r\n'],
  ])(
    'are dropped whole and reported when they are too long: pieces of %i bytes, lines end in %j',
    (size, line) => {
      const long = ['data: 0123456789', 'data: 0123456789', 'data: and so on', '', ''].join('\n');
      const given = `data: a\n\n${long}data: b\n\n${long}data: c\n\n`.replaceAll('\n', line);
      expect(split(given, size, 20)).toEqual({
        text: 'data: a\n\ndata: b\n\ndata: c\n\n',
        messages: 3,
        lost: 2,
      });
    },
  );
});

const batch = (text: string, messages: number) => ({ bytes: Buffer.from(text), messages });

describe('a batch of frames', () => {
  it('contains one text per message', () => {
    expect(payloadsOf(batch('data: a\ndata: b\n\ndata:c\n\n', 2))).toEqual(['a\nb', 'c']);
  });

  it('loses the reported losses, too', () => {
    expect(messagesLostWith(batch('data: a\n\ndata: b\n\n', 2))).toBe(2);
    expect(messagesLostWith(batch('data: a\n\ndata: {"svc.meta.dropped":40}\n\n', 2))).toBe(41);
  });
});

it.each([
  ['id: w:1\ndata: a\n\n', 'w:1'],
  ['id: w:1\ndata: a\n\nid: w:2\ndata: id: w:3\n\ndata: b\n\n', 'w:2'],
  ['id: w:7\n\n', 'w:7'],
  ['data: id: w:3\n\n', undefined],
  ['', undefined],
])('[V1-STREAM-15] finds the last id in %j', (frames, id) => {
  expect(lastEventId(Buffer.from(frames))).toBe(id);
});
