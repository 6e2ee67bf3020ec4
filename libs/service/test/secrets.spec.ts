import fs from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, Get, HttpCode, Injectable, Module, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  Access,
  Role,
  ServiceConfig,
  publicMessage,
  type ErrorFormat,
  type ServiceDefinition,
} from '../src/index';
import {
  TEST_INTERNAL_TOKEN,
  TcpProxy,
  createTestDatabase,
  eventually,
  startTestService,
  uniqueName,
  type TestDatabase,
  type TestService,
} from '../src/testing';

const PASSWORD = 'pass-of-the-database';
const WRITTEN = 'secret-that-was-written';

@Injectable()
class Secrets {
  constructor(private readonly source: DataSource) {}

  /** @param table an unknown one causes an internal error */
  write(table: string): Promise<unknown> {
    return this.source.query(`INSERT INTO ${table} (secret) VALUES (?)`, [WRITTEN]);
  }
}

@Controller('api/secrets')
class SecretsController {
  constructor(private readonly secrets: Secrets) {}

  @Get()
  read(): object {
    return {};
  }

  @Post()
  @Access(Role.Submitter)
  @HttpCode(201)
  async write(@Query('table') table: string): Promise<object> {
    await this.secrets.write(table === 'secrets' ? table : 'nowhere');
    return {};
  }
}

@Module({ controllers: [SecretsController], providers: [Secrets] })
class SecretsModule {}

const errors: ErrorFormat = {
  body: (context) => ({ code: context.status, message: publicMessage(context) }),
  statuses: {},
};

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'secrets',
  title: 'Secrets',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [SecretsModule],
  entities: [],
  migrations: [],
  errors,
};

// Time limit for a loaded machine.

describe('the log and the answers of a service', () => {
  const user = uniqueName().slice(0, 30);
  const writeSync = fs.writeSync as (file: number, text: string, encoding?: string) => number;
  let log = '';
  let database: TestDatabase;
  let administrator: DataSource;
  let proxy: TcpProxy;
  let service: TestService;

  beforeAll(async () => {
    database = await createTestDatabase([]);
    administrator = await new DataSource({ type: 'mysql', url: database.url }).initialize();
    await administrator.query('CREATE TABLE secrets (secret VARCHAR(100))');
    await administrator.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${PASSWORD}'`);
    await administrator.query(`GRANT ALL ON *.* TO '${user}'@'%'`);
    const url = new URL(database.url);
    proxy = await TcpProxy.start(url.hostname, Number(url.port || 3306));
    Object.assign(url, { username: user, password: PASSWORD, host: `127.0.0.1:${proxy.port}` });
    // Captures the log of the service; other output is passed on.
    const kept = (file: number, chunk: string, ...rest: [BufferEncoding]): number => {
      if (typeof chunk !== 'string' || !chunk.startsWith('{"level"')) return writeSync(file, chunk, ...rest);
      log += chunk;
      return Buffer.byteLength(chunk);
    };
    Object.assign(fs, { writeSync: kept });
    service = await startTestService(definition, {
      database: { ...database, url: url.href },
      env: { LOG_LEVEL: 'trace' },
    });
  });
  afterAll(async () => {
    await service.close();
    await proxy.stop();
    await administrator.query(`DROP USER '${user}'@'%'`);
    await administrator.destroy();
    await database.drop();
    Object.assign(fs, { writeSync });
  });

  const call = async (path: string, init?: RequestInit): Promise<{ status: number; body: string }> => {
    const answer = await fetch(service.url + path, init);
    return { status: answer.status, body: await answer.text() };
  };
  /** Returns the whole log once a line of it contains the text. */
  const logWith = (wanted: string): Promise<string> =>
    eventually(`a line with ${wanted}`, () => log.includes(wanted) && log);
  const secrets = [PASSWORD, WRITTEN, TEST_INTERNAL_TOKEN];

  it.each([
    ['of a bug', () => Promise.resolve(), 'nowhere', 500, 'request failed'],
    [
      'of an unavailable database',
      () => Promise.resolve(proxy.cut()),
      'secrets',
      503,
      'a server is unreachable',
    ],
    [
      'of a password that is wrong',
      () => administrator.query(`ALTER USER '${user}'@'%' IDENTIFIED BY 'x'`),
      'secrets',
      500,
      'Access denied',
    ],
  ])('the log and the answers have no secret: %s', async (_what, cause, table, status, logged) => {
    await cause();
    const answer = await call(`/api/secrets?table=${table}`, { method: 'POST' });
    proxy.restore();
    expect(answer.status).toBe(status);
    const told = [answer.body, await logWith(logged)].join('\n');
    for (const secret of secrets) expect(told).not.toContain(secret);
  });

  it.each(['/api/secrets', '/api/nothing', '/%zz', '/api/secrets/%zz'])(
    'have no token of the address: %s',
    async (path) => {
      const mark = uniqueName();
      const spellings = ['access_token', 'Access_Token', 'access%5Ftoken', 'ACCESS%5ftoken'];
      const told = await Promise.all(spellings.map((name) => call(`${path}?${name}=hush-hush&mark=${mark}`)));
      const again = await call(`/api/secrets?mark=end-${mark}`);
      expect(again.status).toBe(200);
      expect([...told.map(({ body }) => body), await logWith(`end-${mark}`)].join('\n')).not.toContain(
        'hush-hush',
      );
    },
  );

  it.each([
    ['a request id', 'GET /api/secrets HTTP/1.1\r\nx-request-id: a"}\u000b{"level":60'],
    ['an address', 'GET /api/secrets?a=%0d%0aSet-Cookie:x=1%0a{"level":60} HTTP/1.1'],
    ['a path', 'GET /api/no%0d%0aSet-Cookie:x=1%0a{"level":60} HTTP/1.1'],
    ['a forwarded host', 'GET /api/secrets HTTP/1.1\r\nx-forwarded-host: a\u000bSet-Cookie: x=1'],
  ])('get no header and no line from %s', async (_what, head) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1');
    const [headers = ''] = (await text(socket)).split('\r\n\r\n');
    expect(headers).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    expect(headers.toLowerCase()).not.toMatch(/^set-cookie/m);
    const mark = uniqueName();
    await call(`/api/secrets?mark=${mark}`);
    const lines = (await logWith(mark)).trim().split('\n');
    const levels = lines.map((line) => (JSON.parse(line) as { level: number; name: string }).level);
    expect(levels).not.toContain(60);
  });
});
