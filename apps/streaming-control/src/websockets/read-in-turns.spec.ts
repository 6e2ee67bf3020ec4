import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { eventually } from '@portolan/service/testing';
import { WebSocketServer } from 'ws';
import { readInTurns } from './read-in-turns';

const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** An empty text, masked. */
const FRAME = Buffer.of(0x81, 0x80, 0, 0, 0, 0);
const FRAMES = 300_000;
/** Frames of two chunks of a socket, 64 KB each. */
const MOST_IN_A_TURN = 22_000;

it('few frames of a client are read in one turn of the event loop, and all of them in the end', async () => {
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  let [messages, inTurn, most] = [0, 0, 0];
  http.on('upgrade', (request, socket, head: Buffer) =>
    server.handleUpgrade(request, socket, head, (client) => {
      readInTurns(client, socket);
      client.on('message', () => {
        messages += 1;
        if (inTurn === 0) setImmediate(() => (inTurn = 0));
        inTurn += 1;
        most = Math.max(most, inTurn);
      });
    }),
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1');
  client.write(HANDSHAKE);
  await once(client, 'data');
  client.write(Buffer.concat(Array.from({ length: FRAMES }, () => FRAME)));
  await eventually('all messages', () => messages === FRAMES);
  expect(most).toBeLessThan(MOST_IN_A_TURN);
  // A close is read and answered, too.
  client.write(Buffer.of(0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8));
  await once(client, 'close');
  http.close();
});
