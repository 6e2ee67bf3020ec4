import { createStreamsClient, followJobOutput, getLiveness, submitJob } from './index.ts';

describe('the token of a client', () => {
  it('is sent with every request to a protected address, and with no other', async () => {
    const asked: [string, string | null][] = [];
    const client = createStreamsClient({
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
    await submitJob({ client, body: { name: 'visits', jobSla: { durationType: 'Perpetual' } } });
    const { stream } = await followJobOutput({ client, path: { jobId: 'visits-1' }, sseMaxRetryAttempts: 1 });
    expect(await stream.next()).toMatchObject({ done: true });
    expect(asked).toEqual([
      ['/health/live', null],
      ['/api/v1/jobs', 'Bearer token-1'],
      ['/api/v1/jobConnectbyid/visits-1', 'Bearer token-1'],
    ]);
  });
});
