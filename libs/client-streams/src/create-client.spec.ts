import {
  ApiError,
  createStreamsClient,
  followJobOutput,
  followWorkers,
  getLiveness,
  submitJob,
} from './index.ts';

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
    await expect(followJobOutput(client, 'visits-1').next()).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual([
      ['/health/live', null],
      ['/api/v1/jobs', 'Bearer token-1'],
      ['/api/v1/jobConnectbyid/visits-1', 'Bearer token-1'],
    ]);
  });
});

describe('a stream', () => {
  const follow = async (answers: Response[]) => {
    const errors: unknown[] = [];
    const client = createStreamsClient({
      baseUrl: 'http://service.example/',
      fetch: () => Promise.resolve(answers.shift() ?? new Response('{}', { status: 400 })),
    });
    const { stream } = await followWorkers({
      client,
      path: { jobId: 'visits-1' },
      sseDefaultRetryDelay: 1,
      onSseError: (error) => errors.push(error),
    });
    const events: unknown[] = [];
    for await (const event of stream) events.push(event);
    return { events, statuses: errors.map((error) => (error instanceof ApiError ? error.status : error)) };
  };

  it('ends with an error that a retry cannot help', async () => {
    const gone = new Response('{"error":"not active"}', { status: 404 });
    expect(await follow([gone])).toEqual({ events: [], statuses: [404] });
  });

  it('ends when nothing follows the last event', async () => {
    expect(await follow([new Response(null, { status: 204 })])).toEqual({ events: [], statuses: [204] });
  });

  it('continues after other errors', async () => {
    const answers = [new Response('{}', { status: 503 }), new Response('data: 1\n\n')];
    expect(await follow(answers)).toEqual({ events: [1], statuses: [503] });
  });
});
