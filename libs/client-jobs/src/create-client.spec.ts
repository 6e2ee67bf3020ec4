import { createJobsClient, followJobStatus, getJob, getLiveness, killJob, readJobFile } from './index.ts';

describe('the token of a client', () => {
  it('is in every request to what is not open to everybody, and in no other', async () => {
    const asked: [string, string | null][] = [];
    const client = createJobsClient({
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
    await getLiveness({ client });
    await getJob({ client, path: { id: 'j-1' } });
    await killJob({ client, path: { id: 'j-1' } });
    await expect(readJobFile(client, 'j-1', 'stdout')).rejects.toBeDefined();
    await expect(followJobStatus(client, 'j-1').next()).rejects.toMatchObject({ status: 404, body: {} });
    expect(asked).toEqual([
      ['/health/live', null],
      ['/api/v3/jobs/j-1', 'Bearer token-1'],
      ['/api/v3/jobs/j-1', 'Bearer token-1'],
      ['/api/v3/jobs/j-1/output/stdout', 'Bearer token-1'],
      ['/api/v3/jobs/j-1/status', 'Bearer token-1'],
    ]);
  });
});
