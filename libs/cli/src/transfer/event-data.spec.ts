import { Readable } from 'node:stream';
import { eventData } from './event-data.ts';

it('reads the data of server-sent events, however they are cut', async () => {
  const text = ': comment\nid: 1\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\n:\n\ndata: unfinished';
  for (const size of [1, 3, text.length]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_one, index) =>
      Buffer.from(text.slice(index * size, (index + 1) * size)),
    );
    const found: string[] = [];
    for await (const data of eventData(Readable.from(pieces, { objectMode: false }))) found.push(data);
    expect(found).toEqual(['{"a":1}', 'one\ntwo']);
  }
});
