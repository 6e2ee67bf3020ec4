import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { firstFreeSet } from './state.mjs';

test('a set with one taken port is left out as a whole', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const sets = { 0: { a: port }, 100: { a: port + 1, b: port }, 200: {} };
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
