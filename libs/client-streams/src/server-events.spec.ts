import { serverEvents, type ServerEvent } from './server-events.ts';

async function* one(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

it('reads the data and ids of server-sent events, however they are cut', async () => {
  const text =
    ': comment\nid: w:1\ndata: {"a":1}\n\nid: w:2\n\ndata: one\r\ndata: two\r\n\r\n:\n\nid: w:3\ndata: unfinished';
  for (const size of [1, 3, text.length]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_one, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    const found: ServerEvent[] = [];
    for await (const event of serverEvents(one(pieces))) found.push(event);
    expect(found).toEqual([
      { id: 'w:1', data: '{"a":1}' },
      { id: 'w:2', data: undefined },
      { id: undefined, data: 'one\ntwo' },
    ]);
  }
});
