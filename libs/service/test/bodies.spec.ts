import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Body, Controller, Delete, HttpCode, Module, Post, Res } from '@nestjs/common';
import { JsonObject, Nested, NestedList, ReadOnlyFields, Text, TextList } from '@portolan/validation';
import { Access, Role, ServiceConfig, beginEvents, publicMessage, type ErrorFormat } from '../src/index';
import type { FastifyReply } from 'fastify';
import {
  createTestDatabase,
  startTestService,
  testQueuePrefix,
  type TestDatabase,
  type TestService,
} from '../src/testing';

class Part {
  @Text() name!: string;
}

@ReadOnlyFields('created')
class Thing {
  @Text({ max: 100 }) name!: string;
  @TextList({ optional: true, maxEntries: 100 }) tags?: string[];
  @Nested(() => Part, { optional: true }) part?: Part;
  @NestedList(() => Part, { optional: true, maxEntries: 100 }) parts?: Part[];
  @JsonObject({ optional: true }) metadata?: object;
  @JsonObject({ optional: true, maxEntries: 10 }) map?: object;
}

@Access(Role.Submitter)
@Controller('api')
class ThingsController {
  @Post('things')
  @HttpCode(201)
  create(@Body() body: Thing): object {
    return body;
  }

  @Post('any')
  @HttpCode(201)
  any(@Body() body: unknown): object {
    return { body: body ?? null };
  }

  /** Bypasses Fastify's reply. */
  @Post('events')
  events(@Body() _body: Thing, @Res() reply: FastifyReply): void {
    beginEvents(reply).end(': none\n\n');
  }

  @Post('streamed')
  streamed(@Body() body: Thing, @Res() reply: FastifyReply): void {
    void reply.send(Readable.from([body.name]));
  }

  @Delete('things')
  remove(@Body() body: unknown): object {
    return { body: body ?? null };
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

const errors: ErrorFormat = { body: (context) => ({ message: publicMessage(context) }) };

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createTestDatabase([]);
  service = await startTestService(
    {
      name: 'things',
      title: 'Things',
      description: 'A service for tests',
      version: '1',
      config: ServiceConfig,
      modules: () => [ThingsModule],
      entities: [],
      migrations: [],
      errors,
    },
    { database, queuePrefix: testQueuePrefix(), env: { LOG_LEVEL: 'silent' } },
  );
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

interface Answered {
  status: number;
  headers: Headers;
  body: { message?: string } & Record<string, unknown>;
}

async function send(method: string, path: string, body?: string, type?: string): Promise<Answered> {
  const response = await fetch(`${service.url}/api/${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: type === undefined ? {} : { 'content-type': type },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answered['body'],
  };
}

const create = (body: object | string): Promise<Answered> =>
  send('POST', 'things', typeof body === 'string' ? body : JSON.stringify(body), 'application/json');

/** Sends a request unchanged, byte for byte. */
async function raw(lines: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(lines.replace(/\n/g, '\r\n'));
  return text(socket);
}

describe('the fields of a body', () => {
  const names = [
    'constructor',
    'toString',
    'hasOwnProperty',
    'prototype',
    '__defineGetter__',
    'then',
    'length',
  ];

  it.each(names)('may be called %s where they are free-form', async (name) => {
    const metadata = { [name]: { prototype: { polluted: true }, [name]: 1 }, list: [{ [name]: null }] };
    const { status, body } = await create({ name: 'a', metadata });
    expect([status, body.metadata]).toEqual([201, metadata]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(names)('may be called %s where no class knows them', async (name) => {
    const { status, body } = await create({ name: 'a', [name]: 1, part: { name: 'b', [name]: {} } });
    expect([status, body]).toEqual([201, { name: 'a', part: { name: 'b' } }]);
  });

  it.each([
    [{ name: { constructor: 1 } }, 'name must be a string'],
    [{ name: 'a', part: [{ constructor: 1 }] }, 'part must be an object'],
    [{ name: 'a', part: [[{ constructor: 1 }]] }, 'part must be an object'],
    [{ name: 'a', parts: [[{ constructor: 1 }]] }, 'parts[0] must be an object'],
    [{ name: 'a', parts: [{ name: 'b' }, 7] }, 'parts[1] must be an object'],
    [{ name: 'a', parts: { constructor: 1 } }, 'parts must be an array'],
    [{ name: 'a', parts: [{}] }, 'parts[0].name is required and must be a string'],
    [{ name: 'a', tags: ['x', 1] }, 'tags[1] must be a string'],
    [{ name: 'a', tags: ['x', ''] }, 'tags[1] must not be empty'],
    [{ name: 'a', metadata: ['x'] }, 'metadata must be an object'],
  ])('%j is refused in words that name the place: %s', async (body, message) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { message } });
  });

  it.each([
    ['tags', { tags: Array.from({ length: 101 }, () => 'x') }, 100],
    ['parts', { parts: Array.from({ length: 101 }, () => ({ name: 'x' })) }, 100],
    ['map', { map: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, 1])) }, 10],
  ])('%s have a limit', async (field, change, limit) => {
    const message = `${field} must have at most ${limit} entries, not 101`;
    expect(await create({ name: 'a', ...change })).toMatchObject({ status: 400, body: { message } });
  });

  it.each([
    ['{"name":"a","metadata":{"x":[0,{"y":1e400}]}}', 'metadata.x[1].y: the number 1e400 cannot be stored'],
    ['{"name":"a","metadata":{"\\u0061":-1E+999}}', 'metadata.a: the number -1E+999 cannot be stored'],
    ['{"name":"a","metadata":{"id":9007199254740993}}', 'metadata.id: the number 9007199254740993 cannot be'],
    ['{"name":"a","x":12345678901234567890}', 'x: the number 12345678901234567890 cannot be stored'],
  ])('%s is refused for a number that would be stored as another', async (body, message) => {
    const answer = await create(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    [
      String.raw`{"name":"a","metadata":{"x":["\ud800"]}}`,
      String.raw`metadata.x[0]: \ud800 is half of a character`,
    ],
    [String.raw`{"name":"\udc00a"}`, String.raw`name: \udc00 is half of a character`],
  ])('%s is refused for a text that would be stored as another', async (body, message) => {
    const answer = await create(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('keep numbers that can be kept, and texts that look like others', async () => {
    const metadata =
      '{"a":9007199254740991,"b":1e308,"c":0.1234567890123456789,"d":"1e400 99999999999999999999","e":18446744073709552000}';
    const { status, body } = await create(`{"name":"a","metadata":${metadata}}`);
    expect([status, body.metadata]).toEqual([201, JSON.parse(metadata)]);
  });

  it('are read in linear time', async () => {
    const many = Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`k${i}`, i]));
    const begun = process.cpuUsage();
    expect((await create({ name: 'a', ...many })).status).toBe(201);
    expect((await create({ name: 'a', metadata: many })).status).toBe(201);
    const answers = await Promise.all([
      create({ name: 'a', tags: Object.keys(many) }),
      create({
        name: 'a',
        parts: Object.keys(many)
          .slice(0, 50_000)
          .map(() => ({ name: 'x' })),
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    // Far below the 35 s of a quadratic algorithm.
    expect(process.cpuUsage(begun).user).toBeLessThan(6_000_000);
  });
});

describe('ignored fields', () => {
  it('are named in a header, with their place', async () => {
    const body = {
      name: 'a',
      nmae: 1,
      part: { name: 'b', x: 1 },
      parts: [{ name: 'c' }, { name: 'd', 'ä,b': 1 }],
    };
    const { status, headers } = await create({ ...body, constructor: 1, metadata: { free: 1 } });
    expect(status).toBe(201);
    expect(headers.get('ignored-fields')?.split(', ').sort()).toEqual([
      'constructor',
      'nmae',
      'part.x',
      'parts[1].%C3%A4%2Cb',
    ]);
  });

  it.each(['events', 'streamed'])('are named in responses that are streams: %s', async (path) => {
    const response = await fetch(`${service.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"a","nmae":1}',
    });
    await response.text();
    expect(response.headers.get('ignored-fields')).toBe('nmae');
  });

  it('are not named when a client sends back the document that it read', async () => {
    const { headers } = await create({ name: 'a', created: 'x', _links: {}, _embedded: {}, links: [] });
    expect(headers.has('ignored-fields')).toBe(false);
  });

  it('are named in a bounded header, whatever they are called', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`${'é'.repeat(300)}\r\n${i}`, 1]),
    );
    const { status, headers } = await create({ name: 'a', ...many });
    expect([status, headers.get('ignored-fields')?.length]).toEqual([201, expect.any(Number)]);
    expect(headers.get('ignored-fields')?.length).toBeLessThan(1100);
  });

  it('are named in a refusal, of which a misspelt field may be the reason', async () => {
    const { status, headers } = await create({ nmae: 'a' });
    expect([status, headers.get('ignored-fields')]).toEqual([400, 'nmae']);
  });
});

describe('an absent body', () => {
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
  ];

  it.each(types)('counts as absent, declared as %s', async (type) => {
    expect(await send('DELETE', 'things', undefined, type)).toMatchObject({
      status: 200,
      body: { body: null },
    });
    expect(await send('DELETE', 'things', '', type)).toMatchObject({ status: 200, body: { body: null } });
    expect(await send('POST', 'any', '', type)).toMatchObject({ status: 201, body: { body: null } });
  });

  it.each(types)('counts as absent when sent in chunks, declared as %s', async (type) => {
    const head = `DELETE /api/things HTTP/1.1\nHost: 127.0.0.1\nConnection: close\nContent-Type: ${type}\n`;
    expect(await raw(`${head}Transfer-Encoding: chunked\n\n0\n\n`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(`${head}Transfer-Encoding: chunked\n\n1\nx\n0\n\n`)).toMatch(/^HTTP\/1.1 4(?:00|15) /);
  });
});

describe('requests refused before their route', () => {
  it.each(['text/plain', 'application/xml'])('names the type to send instead of %s', async (type) => {
    expect(await send('POST', 'things', 'a=1', type)).toMatchObject({
      status: 415,
      body: { message: `Content-Type ${type} is not supported: send Content-Type: application/json` },
    });
  });

  it('names the type to send instead of none and of an invalid one', async () => {
    expect(await send('POST', 'things', '{"name":"a"}', 'nonsense')).toMatchObject({
      status: 415,
      body: { message: 'the body has no media type: send Content-Type: application/json' },
    });
  });

  it('text that is not UTF-8 is 400', async () => {
    const body = Buffer.from('{"name":"\xe4"}', 'latin1');
    const response = await fetch(`${service.url}/api/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'the body must be encoded in UTF-8' },
    ]);
  });

  it.each(['QUERY', 'PROPFIND', 'LOCK', 'PATCH'])('a method that no route has is 405: %s', async (method) => {
    for (const body of ['', 'Content-Type: application/json\nContent-Length: 1\n\n{', 'Content-Type: x\n']) {
      const answer = await raw(
        `${method} /api/things HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n${body}\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 405 /);
      expect(answer).toMatch(/^allow: DELETE, POST\r$/m);
    }
  });

  it.each([
    ['FOO /api/things HTTP/1.1', 'the method is unknown'],
    ['GET /api/th\u00e4ngs HTTP/1.1', 'must be percent-encoded'],
    ['GET /api/things HTTP/1.1\nBad Header: x', 'a header has an invalid character'],
    ['GET /api/things x HTTP/1.1', 'an address without spaces, and HTTP/1.1'],
    ['GET /api/things HTTP/3.0', 'its version is unknown: use HTTP/1.1'],
    ['PRI * HTTP/2.0\n\nSM\n', 'HTTP/2 is not supported: use HTTP/1.1'],
    ['GET /api/%zz HTTP/1.1', 'the address has an invalid percent-encoding'],
    ['GET /api/%ff HTTP/1.1', 'the address has an invalid percent-encoding'],
    ['CONNECT 127.0.0.1:80 HTTP/1.1', 'the method CONNECT is for proxies'],
  ])('%s is refused with its own reason', async (head, message) => {
    const answer = await raw(`${head}\nHost: 127.0.0.1\nConnection: close\n\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain(message);
  });

  it.each(['banana', '100-continue'])(
    'the expectation %s does not change the answer',
    async (expectation) => {
      const answer = await raw(
        `GET /health/live HTTP/1.1\nHost: 127.0.0.1\nConnection: close\nExpect: ${expectation}\n\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 200 /m);
      expect(answer).toMatch(/^x-request-id: /m);
    },
  );

  it('a request of HTTP/1.1 without Host is refused, one of HTTP/1.0 is not', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\nConnection: close\n\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"invalid HTTP request: the header Host is missing"');
    expect(await raw('GET /health/live HTTP/1.0\n\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('a request with an empty Host is refused: links of its response would have no host', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\nHost:  \nConnection: close\n\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"invalid HTTP request: the header Host is empty"');
  });

  it('a request with two Hosts is refused, because a proxy may have checked the other one', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\nHost: 127.0.0.1\nhost: a\nConnection: close\n\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"invalid HTTP request: the header Host is given twice"');
  });
});
