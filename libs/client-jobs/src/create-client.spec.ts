import {
  createJobsClient,
  followJobFile,
  followJobStatus,
  getJob,
  getLiveness,
  killJob,
  readJobFile,
} from './index.ts';

describe('the token of a client', () => {
  it('is sent with every request to a protected address, and with no other', async () => {
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

describe('[V3-FOLLOW-11] a followed file', () => {
  const encoder = new TextEncoder();
  /** A service with these response bodies; every response but the last is interrupted. */
  const service = (offsets: number[], ...bodies: string[]) => {
    const asked: string[] = [];
    const client = createJobsClient({
      baseUrl: 'http://service.example',
      fetch: (request) => {
        asked.push(new URL((request as Request).url).search);
        const text = bodies.shift() ?? '';
        const isLast = bodies.length === 0;
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(encoder.encode(text)),
          pull: (controller) => (isLast ? controller.close() : controller.error(new TypeError('terminated'))),
        });
        const offset = offsets.shift();
        const headers: Record<string, string> =
          offset === undefined ? {} : { 'portolan-offset': String(offset) };
        return Promise.resolve(new Response(body, { headers }));
      },
    });
    return { client, asked };
  };
  const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
    let text = '';
    for await (const chunk of bytes) text += new TextDecoder().decode(chunk);
    return text;
  };

  it('is continued where the connection broke off', async () => {
    const { client, asked } = service([7, 10, 12], 'abc', 'de', 'f');
    const options = { tail: 2, pauseMs: 1 };
    expect(await textOf(followJobFile(client, 'j-1', 'sub/a b', options))).toBe('abcdef');
    expect(asked).toEqual(['?follow=true&tail=2', '?follow=true&offset=10', '?follow=true&offset=12']);
  });

  it('fails when it cannot be continued', async () => {
    const { client } = service([], 'abc', 'de');
    await expect(textOf(followJobFile(client, 'j-1', 'stdout', { tail: 2, pauseMs: 1 }))).rejects.toThrow(
      'terminated',
    );
    const silent = createJobsClient({
      baseUrl: 'http://service.example',
      fetch: () => Promise.reject(new TypeError('nobody answers')),
    });
    const attempts = textOf(followJobFile(silent, 'j-1', 'stdout', { attempts: 3, pauseMs: 1 }));
    await expect(attempts).rejects.toThrow('nobody answers');
  });
});
