import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Body, Controller, Get, HttpCode, Module, Param, Post, UseGuards } from '@nestjs/common';
import { Text } from '@portolan/validation';
import { load } from 'js-yaml';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  Access,
  Describe,
  ErrorKind,
  InternalTokenGuard,
  Role,
  ServiceConfig,
  ServiceError,
  createService,
  currentRequestId,
  loadConfig,
  publicMessage,
  type ErrorFormat,
  type ServiceDefinition,
} from '../src/index';
import {
  TEST_INTERNAL_TOKEN,
  TEST_SERVERS,
  eventually,
  startTestService,
  type TestService,
} from '../src/testing';

class Note {
  @Text({ max: 5 }) text!: string;
}

@Controller('api/notes')
class NotesController {
  @Get(':id')
  @Describe('Read a note', { id: 'getNote' })
  read(@Param('id') id: string): object {
    if (id === 'bug') throw new TypeError('secret detail');
    if (id === 'missing') throw new ServiceError(ErrorKind.NotFound, `no note ${id}`);
    return { id, requestId: currentRequestId() };
  }

  @Post()
  @Access(Role.Submitter)
  @HttpCode(201)
  @Describe('Create a note', { id: 'createNote' })
  create(@Body() note: Note): Note {
    return note;
  }
}

@Controller('internal/things')
@UseGuards(InternalTokenGuard)
class InternalController {
  @Get()
  @Describe('Read things', { id: 'getThings' })
  read(): object {
    return { ok: true };
  }
}

@Module({ controllers: [NotesController, InternalController] })
class NotesModule {}

class CreateNotes1 implements MigrationInterface {
  name = 'CreateNotes1700000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id INT PRIMARY KEY)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}

const errors: ErrorFormat = {
  body: (context) => ({ code: context.status, message: publicMessage(context) }),
  statuses: { [ErrorKind.Constraint]: 412 },
};

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'notes',
  title: 'Notes',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [NotesModule],
  entities: [],
  migrations: [CreateNotes1],
  errors,
};

describe('a service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(definition, { env: { LOG_LEVEL: 'silent' } });
  });
  afterAll(() => service.stop());

  const call = (path: string, init?: RequestInit) => fetch(service.url + path, init);
  const post = (body: unknown, type = 'application/json') =>
    call('/api/notes', { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });

  it('checks database and Redis for its readiness', async () => {
    const ready = await eventually('ready', async () => {
      const response = await call('/health/ready');
      return response.ok && ((await response.json()) as object);
    });
    expect(ready).toEqual({ status: 'up', checks: { database: 'up', migrations: 'up', redis: 'up' } });
  });

  it('does not start with a queue that has no handler', async () => {
    const queues = () => [{ queue: { name: 'mails' }, consumers: 'every process', here: true }];
    const config = loadConfig(ServiceConfig, {
      DATABASE_URL: service.database.url,
      REDIS_URL: TEST_SERVERS.redis,
      INTERNAL_TOKEN: TEST_INTERNAL_TOKEN,
      LOG_LEVEL: 'silent',
    });
    const app = await createService({ ...definition, queues }, config);
    await expect(app.init()).rejects.toThrow('the queue mails has 0 handlers in this process instead of 1');
    await app.close();
  });

  it('sets a request id on every response, keeps a harmless one of the client, and has it in the call chain', async () => {
    const own = await call('/api/notes/1', { headers: { 'x-request-id': 'abc-1' } });
    expect(own.headers.get('x-request-id')).toBe('abc-1');
    expect(await own.json()).toEqual({ id: '1', requestId: 'abc-1' });
    const evil = await call('/api/notes/1', { headers: { 'x-request-id': 'a b' } });
    expect(evil.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers errors of use cases in the format of the API', async () => {
    const response = await call('/api/notes/missing');
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 404, message: 'no note missing' },
    ]);
  });

  it('reveals nothing of an internal error but the request id', async () => {
    const response = await call('/api/notes/bug', { headers: { 'x-request-id': 'r-1' } });
    expect([response.status, await response.json()]).toEqual([
      500,
      { code: 500, message: 'internal error, request r-1' },
    ]);
  });

  it('answers a wrong verb with 405 and Allow, an unknown path with 404', async () => {
    const wrong = await call('/api/notes/1', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await call('/api/nothing')).status).toBe(404);
  });

  it('routes with and without a trailing slash', async () => {
    expect((await call('/api/notes/1/')).status).toBe(200);
  });

  it('takes structured JSON types and drops unknown fields', async () => {
    const response = await post({ text: 'hi', _links: {} }, 'application/hal+json');
    expect([response.status, await response.json()]).toEqual([201, { text: 'hi' }]);
  });

  it.each([
    ['{', 400],
    ['{}', 400],
    ['{"text":7}', 400],
    ['{"text":"too long"}', 412],
    ['{"__proto__":{}}', 400],
  ])('answers the body %s with %i', async (body, status) => {
    const response = await call('/api/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([
      status,
      ['code', 'message'],
    ]);
  });

  it('answers a malformed address in the same shape', async () => {
    const response = await call('/api/notes/%zz');
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 400 })]);
  });

  it.each([
    ['GET /\u00e9 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 400],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
  ])('answers what is no readable request in the same shape: %#', async (request, status) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end(request, 'latin1');
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*x-request-id: [0-9a-f-]{36}\\r\\n`, 's'));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: status });
  });

  it('keeps /internal closed without the token', async () => {
    expect((await call('/internal/things')).status).toBe(401);
    const open = await call('/internal/things', {
      headers: { authorization: `Bearer ${TEST_INTERNAL_TOKEN}` },
    });
    expect(await open.json()).toEqual({ ok: true });
  });

  it('serves metrics by route and its OpenAPI document', async () => {
    expect(await (await call('/metrics')).text()).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/notes/:id"',
    );
    const document = (await (await call('/openapi.json')).json()) as { paths: object };
    expect(Object.keys(document.paths)).toContain('/api/notes/{id}');
  });

  it('serves its documentation below the address of its API, too, because an ingress forwards nothing else', async () => {
    expect(await (await call('/api/v1/openapi.json')).json()).toEqual(
      await (await call('/openapi.json')).json(),
    );
    const yaml = await call('/api/v1/openapi.yaml');
    expect(yaml.headers.get('content-type')).toBe('text/yaml');
    expect(load(await yaml.text())).toEqual(await (await call('/openapi.json')).json());
    const page = await call('/api/v1/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    const [, script] = /<script src="([^"]*swagger-ui-init\.js)"/.exec(await page.text()) ?? [];
    expect((await call(new URL(script ?? '', 'http://x/api/v1/docs').pathname)).status).toBe(200);
    expect((await call('/api/v1/docs/static/nothing.js')).status).toBe(404);
  });

  it('writes the texts of its document once, so that many requests for them delay no others', async () => {
    await (await call('/openapi.yaml')).text();
    const written = jest.spyOn(JSON, 'stringify');
    const read = jest.spyOn(JSON, 'parse');
    await (await call('/openapi.json')).text();
    await (await call('/openapi.yaml')).text();
    const isDocument = (one: unknown) => typeof one === 'object' && one !== null && 'openapi' in one;
    expect(written.mock.calls.filter(([one]) => isDocument(one))).toEqual([]);
    expect(read.mock.results.filter(({ value }) => isDocument(value))).toEqual([]);
    jest.restoreAllMocks();
  });
});
