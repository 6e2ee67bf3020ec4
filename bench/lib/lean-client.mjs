/** One keep-alive connection that sends requests and reads whole responses with minimal work. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Failure } from '../../tools/lib/console.mjs';
import { requestHead } from './guards.mjs';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * @param {string} url base address, http
 * @returns {Promise<{ get: (path: string) => Promise<Buffer>, close: () => void }>} `get` resolves with the body of a 200 with a
 *   content length, and rejects at anything else; one request at a time
 */
export async function leanClient(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let waiting;
  const settle = (error, body) => {
    const { resolve, reject } = waiting ?? {};
    waiting = undefined;
    received = Buffer.alloc(0);
    if (error) reject?.(error);
    else resolve?.(body);
  };
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const head = received.indexOf(HEAD_END);
    if (head < 0) return;
    const text = received.latin1Slice(0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
      settle(new Failure(`not a 200 with a length: ${text.split('\r\n', 1)[0]}`));
    } else if (received.length >= head + HEAD_END.length + Number(length)) {
      settle(undefined, received.subarray(head + HEAD_END.length));
    }
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Failure('the connection was closed')));
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(requestHead(path, `${hostname}:${port}`));
      }),
    close: () => socket.destroy(),
  };
}
