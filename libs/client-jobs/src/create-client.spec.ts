import {
  createJobsClient,
  deleteCommand,
  deleteCommandTag,
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

describe('[V3-COMMON-13] an address that would lose a segment', () => {
  const client = createJobsClient({
    baseUrl: 'http://service.example',
    fetch: () => Promise.reject(new Error('something was sent')),
  });

  it.each(['.', '..'])('is not called: %s', async (lost) => {
    const refused = `${lost} cannot be a part of an address`;
    await expect(deleteCommand({ client, path: { id: lost } })).rejects.toThrow(refused);
    await expect(deleteCommandTag({ client, path: { id: 'spark', tag: lost } })).rejects.toThrow(refused);
    await expect(readJobFile(client, lost, 'stdout')).rejects.toThrow(refused);
    await expect(readJobFile(client, 'j-1', `${lost}/stdout`)).rejects.toThrow(refused);
    await expect(followJobStatus(client, lost).next()).rejects.toThrow(refused);
  });
});

describe('[V3-FOLLOW-11] a followed file', () => {
  const encoder = new TextEncoder();
  /** A service with these responses; all but the last are interrupted. */
  const service = (...answers: { text: string; offset?: number; attempt?: string }[]) => {
    const asked: string[] = [];
    const client = createJobsClient({
      baseUrl: 'http://service.example',
      fetch: (request) => {
        const { pathname, search } = new URL((request as Request).url);
        asked.push(pathname.replace('/api/v3/jobs/j-1/', '') + search);
        const { text = '', offset, attempt = '1' } = answers.shift() ?? {};
        const isLast = answers.length === 0;
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(encoder.encode(text)),
          pull: (controller) => (isLast ? controller.close() : controller.error(new TypeError('terminated'))),
        });
        const headers: Record<string, string> = {
          'portolan-attempt': attempt,
          ...(offset !== undefined && { 'portolan-offset': String(offset) }),
        };
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
    const { client, asked } = service(
      { text: 'abc', offset: 7 },
      { text: 'de', offset: 10 },
      { text: 'f', offset: 12 },
    );
    const options = { tail: 2, pauseMs: 1 };
    expect(await textOf(followJobFile(client, 'j-1', 'sub/a b', options))).toBe('abcdef');
    expect(asked).toEqual(
      ['tail=2', 'offset=10', 'offset=12'].map((begin) => `output/sub/a%20b?follow=true&${begin}`),
    );
  });

  it('is continued in its attempt when the job is attempted again meanwhile', async () => {
    const { client, asked } = service({ text: 'abc' }, { text: 'other', attempt: '2' }, { text: 'def' });
    expect(await textOf(followJobFile(client, 'j-1', 'stdout', { pauseMs: 1 }))).toBe('abcdef');
    expect(asked).toEqual([
      'output/stdout?follow=true&offset=0',
      'output/stdout?follow=true&offset=3',
      'attempts/1/output/stdout?follow=true&offset=3',
    ]);
  });

  it('fails when it cannot be continued', async () => {
    const { client } = service({ text: 'abc' }, { text: 'de' });
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
