import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { asksForWebSocket, readAsOrdinaryRequest } from './ordinary-request';

const HTTP2 = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n';

/** Sends raw bytes and reads until the server ends the connection. */
async function exchange(server: Server, ...parts: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  for (const part of parts) {
    socket.write(part);
    await new Promise(setImmediate);
  }
  await once(socket, 'close');
  return answer;
}

describe('a request with an upgrade to another protocol', () => {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () =>
      response.end(`${request.method} ${request.url} ${request.headers.upgrade}: ${body}`),
    );
  });
  server.on('upgrade', (request, socket, head: Buffer) => {
    if (asksForWebSocket(request)) socket.end('websocket');
    else readAsOrdinaryRequest(server, request, socket, head);
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it('is answered without the upgrade, with its body in any number of parts', async () => {
    const head = `POST /status HTTP/1.1\r\nHost: h\r\n${HTTP2}Content-Length: 5\r\n\r\n`;
    const last = 'GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    for (const parts of [[`${head}hello${last}`], [head, 'hel', `lo${last}`]]) {
      const answer = await exchange(server, ...parts);
      expect(answer).toContain('POST /status undefined: hello');
      expect(answer).toContain('GET /last undefined: ');
    }
  });

  it('is not a websocket handshake with another method than GET', async () => {
    const wish = 'Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 1\r\n\r\nx';
    const last = 'GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    const answer = await exchange(server, `POST /jobs HTTP/1.1\r\nHost: h\r\n${wish}${last}`);
    expect(answer).toContain('POST /jobs undefined: x');
  });

  it('is a websocket handshake when requested', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n';
    expect(await exchange(server, request)).toBe('websocket');
  });
});
