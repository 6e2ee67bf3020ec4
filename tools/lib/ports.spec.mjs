import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { firstFreeSet } from './state.mjs';

test('a set with one taken port is left out as a whole', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  // Port 0 is any free one: a number next to that of the server may be taken by another process.
  const sets = { 0: { a: port }, 100: { a: 0, b: port }, 200: {} };
  const passed = [];
  try {
    assert.equal(
      await firstFreeSet(
        (offset) => sets[offset],
        (taken) => passed.push(taken),
      ),
      200,
    );
    assert.deepEqual(passed, [port, port]);
  } finally {
    server.close();
  }
});
