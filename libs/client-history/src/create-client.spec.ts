import { createHistoryClient, findIds, followChanges, getLiveness, getStatus } from './index.ts';

describe('the token of a client', () => {
  it('is sent with every request to a protected address, and with no other', async () => {
    const asked: [string, string | null][] = [];
    const client = createHistoryClient({
      baseUrl: 'http://service.example/',
      auth: () => 'token-1',
      fetch: (request) => {
        const { url, headers } = request as Request;
        asked.push([new URL(url).pathname, headers.get('authorization')]);
        return Promise.resolve(
          new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } }),
        );
      },
    });
    const area = { area: 'cloud', collection: 'addresses' };
    await getLiveness({ client });
    await getStatus({ client });
    await expect(findIds(client, area)).rejects.toBeDefined();
    await expect(followChanges(client, area).next()).rejects.toMatchObject({ status: 404, body: {} });
    expect(asked).toEqual([
      ['/health/live', null],
      ['/api/v2/status', 'Bearer token-1'],
      [expect.stringContaining('/api/v2/cloud/addresses'), 'Bearer token-1'],
      [expect.stringContaining('/api/v2/cloud/addresses'), 'Bearer token-1'],
    ]);
  });
});
