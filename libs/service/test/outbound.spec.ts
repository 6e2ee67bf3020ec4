import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Outbound, OutboundMode, OutboundRefusedError } from '../src/index';

const servers: Server[] = [];
const called: string[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    called.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    listener(request, response);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const outbound = (...allowed: string[]): Outbound =>
  new Outbound({ OUTBOUND: OutboundMode.Open, OUTBOUND_ALLOWED: allowed });

let secret: number;
let front: number;
beforeAll(async () => {
  secret = await serve((_request, response) => response.end('credentials'));
  front = await serve((request, response) => {
    const target = decodeURIComponent((request.url ?? '/').slice(1));
    if (target === '') response.end('artifact');
    else response.writeHead(302, { location: target }).end();
  });
});
beforeEach(() => called.splice(0));
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

const get = async (allowed: Outbound, path: string): Promise<string> => {
  const response = await allowed.fetch(`http://127.0.0.1:${front}/${path}`);
  return response.text();
};

const refusal = { cause: expect.any(OutboundRefusedError) as unknown };

describe('an address that a client has chosen', () => {
  it('is called where the installation allows it', async () => {
    expect(await get(outbound(`127.0.0.1:${front}`), '')).toBe('artifact');
  });

  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `http://2130706433:${port}/`,
    (port: number) => `http://[::ffff:7f00:1]:${port}/`,
    (port: number) => `http://0.0.0.0:${port}/`,
  ])('is refused before anything is sent: %#', async (address) => {
    await expect(outbound().fetch(address(secret))).rejects.toMatchObject(refusal);
    expect(called).toEqual([]);
  });

  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `//0177.1:${port}/`,
  ])('does not lead on to where it could not go itself: %#', async (target) => {
    const only = outbound(`127.0.0.1:${front}`);
    await expect(get(only, encodeURIComponent(target(secret)))).rejects.toMatchObject(refusal);
    expect(called).toHaveLength(1);
  });

  it('does not lead into files', async () => {
    await expect(get(outbound('127.0.0.0/8'), encodeURIComponent('file:///etc/hostname'))).rejects.toThrow();
  });

  it('is checked by the address that its name resolves to at the call', async () => {
    const resolved = new Promise((resolve, reject) => {
      outbound().lookup(80)('localhost', { all: true }, (error, found) => {
        if (error) reject(error);
        else resolve(found);
      });
    });
    await expect(resolved).rejects.toThrow(OutboundRefusedError);
  });
});
