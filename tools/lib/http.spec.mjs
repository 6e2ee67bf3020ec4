import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from './http.mjs';

const TEXT = ': a comment\n\nid: 4\ndata: one\ndata: two\n\nevent: end\ndata:3\n\n';

/** Serves streams that `write` writes, and closes the server after `work`. */
async function withServer(write, work) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response, request.url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('reads events however their text is cut', async () => {
  const write = async (response, url) => {
    const at = Number(url.slice(1));
    response.write(TEXT.slice(0, at));
    await sleep(2);
    response.end(TEXT.slice(at));
  };
  await withServer(write, async (base) => {
    for (let at = 1; at < TEXT.length; at += 1) {
      const events = [];
      const onEvent = ({ id, event, data }) => events.push({ id, event, data });
      const onComment = (comment) => events.push({ comment });
      const end = await follow(`${base}/${at}`, { onEvent, onComment, silentMs: 5000 });
      assert.deepEqual(end, { status: 200, how: 'end' });
      assert.deepEqual(events, [
        { comment: 'a comment' },
        { id: '4', event: undefined, data: 'one\ntwo' },
        { id: undefined, event: 'end', data: '3' },
      ]);
    }
  });
});

test('distinguishes a broken, a silent and a closed stream, and no server, from one that ended', async () => {
  const onEvent = () => undefined;
  const broken = (response) => {
    response.write(TEXT);
    setTimeout(() => response.destroy(), 20);
  };
  await withServer(broken, async (url) =>
    assert.equal((await follow(url, { onEvent, silentMs: 5000 })).how, 'broken'),
  );
  await withServer(
    (response) => response.write(TEXT),
    async (url) => {
      assert.equal((await follow(url, { onEvent, silentMs: 100 })).how, 'silent');
      const signal = AbortSignal.timeout(100);
      assert.equal((await follow(url, { onEvent, silentMs: 5000, signal })).how, 'closed');
    },
  );
  const gone = await withServer(
    () => undefined,
    (url) => url,
  );
  assert.deepEqual(await follow(gone, { onEvent, silentMs: 5000 }), { status: undefined, how: 'unreached' });
});
