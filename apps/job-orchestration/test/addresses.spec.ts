import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { cluster, startJobs, type JobsService, type Shown } from './support';

describe('addresses', () => {
  let plain: JobsService;
  let behind: JobsService;
  let named: JobsService;
  beforeAll(async () => {
    plain = await startJobs({ env: { ROLES: 'api' } });
    const { database } = plain;
    behind = await startJobs({ database, env: { ROLES: 'api', TRUSTED_PROXIES: '127.0.0.1' } });
    named = await startJobs({
      database,
      env: { ROLES: 'api', PUBLIC_URL: 'https://jobs.example.org/base/' },
    });
    await plain.client.create('clusters', cluster({ id: 'a b' }));
  });
  afterAll(async () => {
    await behind.close();
    await named.close();
    await plain.stop();
  });

  const X_FORWARDED = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'proxy.example.org',
    'x-forwarded-for': '192.0.2.7',
  };
  const FORWARDED = { forwarded: 'for=192.0.2.7;proto=https;host="proxy.example.org"' };
  const self = async ({ url }: JobsService, headers: Record<string, string>): Promise<string | undefined> => {
    const response = await fetch(`${url}/api/v3/clusters/a%20b`, { headers });
    return ((await response.json()) as Shown)._links.self?.href;
  };
  const path = '/api/v3/clusters/a%20b';

  it.each([X_FORWARDED, FORWARDED])(
    '[V3-LINK-4] are those of the proxy when it is trusted: %j',
    async (headers) => {
      expect(await self(behind, headers)).toBe(`https://proxy.example.org${path}`);
      expect(await self(plain, headers)).toBe(`${plain.url}${path}`);
      expect(await self(named, headers)).toBe(`https://jobs.example.org/base${path}`);
    },
  );

  it('[V3-LINK-4] are those of the connection for a request of HTTP/1.0 without Host', async () => {
    const { hostname, port, host } = new URL(plain.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await text(socket)).toContain(`"href":"http://${host}${path}"`);
  });

  it('[V3-LINK-4] have the port and the prefix that a trusted proxy forwards', async () => {
    const headers = { ...X_FORWARDED, 'x-forwarded-port': '8443', 'x-forwarded-prefix': '/batch' };
    expect(await self(behind, headers)).toBe(`https://proxy.example.org:8443/batch${path}`);
    expect(await self(plain, headers)).toBe(`${plain.url}${path}`);
    expect(await self(named, headers)).toBe(`https://jobs.example.org/base${path}`);
  });

  it('[V3-LINK-4] are absolute in Location, links and pages alike', async () => {
    const created = await fetch(`${behind.url}/api/v3/clusters`, {
      method: 'POST',
      headers: { ...X_FORWARDED, 'content-type': 'application/json' },
      body: JSON.stringify(cluster({ id: 'x' })),
    });
    expect(created.headers.get('location')).toBe('https://proxy.example.org/api/v3/clusters/x');
    const page = await fetch(`${named.url}/api/v3/clusters?size=1&name=test`);
    const { _links } = (await page.json()) as Shown;
    expect(Object.values(_links).map(({ href }) => href.split('?')[0])).toEqual(
      ['self', 'first', 'next', 'last'].map(() => 'https://jobs.example.org/base/api/v3/clusters'),
    );
    expect(_links.self).toEqual({
      href: 'https://jobs.example.org/base/api/v3/clusters?name=test{&status,tag,minUpdateTime,maxUpdateTime}',
      templated: true,
    });
  });
});
