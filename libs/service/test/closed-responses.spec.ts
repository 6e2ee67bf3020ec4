import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as undici from 'undici';
import { surviveClosedResponses } from '../src/outbound/closed-responses';

/** Fits into one read of the socket, and not into the buffer of a reader that has not begun. */
const BODY = 'a'.repeat(20_000);

const FRAMES: Record<string, [headers: string, body: string]> = {
  'a length': [`Content-Length: ${BODY.length}`, BODY],
  chunks: ['Transfer-Encoding: chunked', `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`],
  'no length': ['X-Framing: none', BODY],
  'a wrong length': [`Content-Length: ${BODY.length + 1}`, BODY],
};

describe('a response whose connection is closed before it is read', () => {
  const servers: Server[] = [];
  beforeAll(surviveClosedResponses);
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** Answers every connection once and closes it. */
  const serve = async (frame: string, end: 'end' | 'reset' = 'end'): Promise<string> => {
    const [headers, body = ''] = FRAMES[frame] ?? [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const head = `HTTP/1.1 200 OK\r\n${headers}\r\nConnection: close\r\n\r\n`;
      socket.once('data', () => {
        if (end === 'end') socket.end(head + body);
        // A reset discards what the receiver has not read yet, so it follows the sent part later.
        else socket.write(head + body.slice(0, -10), () => setTimeout(() => socket.resetAndDestroy(), 50));
      });
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const late = async (response: { text: () => Promise<string> }): Promise<string> => {
    await delay(100);
    return response.text();
  };

  describe.each([
    ['the fetch of undici', async (url: string) => late(await undici.fetch(url))],
    ['the fetch of Node.js', async (url: string) => late(await fetch(url))],
  ])('with %s', (_name, read) => {
    it.each(['a length', 'chunks', 'no length'])('is whole with %s', async (frame) => {
      expect((await read(await serve(frame))).length).toBe(BODY.length);
    });

    it('is an error with a wrong length', async () => {
      await expect(read(await serve('a wrong length'))).rejects.toThrow();
    });
  });

  it.each(['a length', 'chunks', 'no length'])('is an error with %s when it is reset', async (frame) => {
    const response = undici.fetch(await serve(frame, 'reset')).then((one) => one.text());
    await expect(response).rejects.toThrow();
  });
});
