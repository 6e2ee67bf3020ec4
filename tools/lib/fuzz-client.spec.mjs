import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { FuzzClient } from '../fuzz/client.mjs';
import { ODD_HEADERS } from '../fuzz/wire.mjs';

const server = createServer({ maxHeaderSize: 100_000 }, (request, answer) => {
  request.resume().once('end', () => answer.end(JSON.stringify(request.headers)));
});
server.on('checkExpectation', (_request, answer) => answer.writeHead(417).end());
let client;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new FuzzClient(`http://127.0.0.1:${server.address().port}`, 2);
});
after(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const send = (headers, body) => client.send({ method: body ? 'POST' : 'GET', path: '/', headers, body });

test('sends every header of the hostile requests', async () => {
  for (const headers of ODD_HEADERS) assert.ok((await send(headers)).status >= 200, JSON.stringify(headers));
});

test('sends headers that the pool refuses', async () => {
  for (const headers of [
    { 'Keep-Alive': 'timeout=1' },
    { 'transfer-encoding': 'chunked' },
    { connection: 'close, a b' },
    { 'content-length': '5' },
    { upgrade: 'h2c' },
    { expect: '100-continue' },
  ])
    assert.equal((await send(headers, 'text5')).status, 200, JSON.stringify(headers));
  assert.equal((await send({ expect: 'banana' })).status, 417);
});

test('encodes characters that no header can have', async () => {
  const { text } = await send({ 'x-odd': 'a\r\nb\u0000\u20ac\ud800' });
  assert.equal(JSON.parse(text)['x-odd'], 'a%0D%0Ab%00%E2%82%AC%EF%BF%BD');
});
