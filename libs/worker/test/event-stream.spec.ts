import { createServer, type Server, type ServerResponse } from 'node:http';
import { EventStream } from '../src/transport/event-stream';
import { listen } from '../src/platform/http';
import { freePort, until } from '../src/testing';

describe('EventStream', () => {
  let server: Server;
  let stream: EventStream | undefined;

  afterEach(() => {
    stream?.close();
    server.closeAllConnections();
    server.close();
  });

  /** A server that sends the nth response to the nth request, and repeats the last one. */
  async function serve(...answers: ((response: ServerResponse) => void)[]): Promise<URL> {
    let requests = 0;
    server = createServer((_request, response) => {
      const answer = answers[Math.min(requests, answers.length - 1)];
      requests += 1;
      answer?.(response);
    });
    const port = await freePort();
    await listen(server, port, '127.0.0.1');
    return new URL(`http://127.0.0.1:${port}/`);
  }

  const say = (text: string) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${text}\n\n`);
  };

  it.each([
    ['refuses', (response: ServerResponse) => response.writeHead(503).end(), 'answered 503'],
    ['ends', (response: ServerResponse) => response.writeHead(200).end(), 'ended'],
    ['breaks off', (response: ServerResponse) => response.destroy(), 'socket hang up'],
    [
      'falls silent',
      (response: ServerResponse) => response.writeHead(200).flushHeaders(),
      'silent for 150 ms',
    ],
    ['does not answer', () => undefined, 'silent for 150 ms'],
  ])('retries when the peer %s', async (_what, answer, reason) => {
    const events: string[] = [];
    const reasons: string[] = [];
    stream = new EventStream({
      url: await serve(answer, say('hello')),
      idleMs: 150,
      onEvent: ({ data }) => events.push(data),
      onLost: (text) => reasons.push(text),
    });
    await until('the event', () => events.includes('hello'));
    expect(reasons[0]).toBe(reason);
  });

  it('reassembles frames that arrive in pieces', async () => {
    const events: string[] = [];
    const url = await serve((response) => {
      response.writeHead(200);
      const bytes = Buffer.from(':hi\n\ndata: grüße\n\ndata: two\n\n');
      for (const byte of bytes) response.write(Buffer.from([byte]));
    });
    stream = new EventStream({ url, idleMs: 1000, onEvent: ({ data }) => events.push(data) });
    await until('both', () => events.length === 2);
    expect(events).toEqual(['grüße', 'two']);
  });

  it('does not reconnect once it is closed', async () => {
    let opened = 0;
    const url = await serve((response) => {
      opened += 1;
      response.writeHead(200).end();
    });
    stream = new EventStream({ url, idleMs: 1000, onEvent: () => undefined, onLost: () => stream?.close() });
    await until('the end', () => opened === 1);
    // Longer than the first two pauses between attempts.
    await new Promise((resolve) => {
      setTimeout(resolve, 350);
    });
    expect(opened).toBe(1);
  });
});
