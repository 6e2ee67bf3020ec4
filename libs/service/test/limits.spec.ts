import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Body, Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import {
  ErrorKind,
  Access,
  JSON_DEPTH_LIMIT,
  Role,
  ServiceConfig,
  publicMessage,
  type ErrorFormat,
  type ServiceDefinition,
} from '../src/index';
import {
  TEST_SERVERS,
  TcpProxy,
  createTestDatabase,
  eventually,
  startTestService,
  testQueuePrefix,
  type TestDatabase,
  type TestService,
} from '../src/testing';

@Access(Role.Submitter)
@Controller('api')
class ThingsController {
  @Get('things')
  read(): object {
    return { ok: true };
  }

  @Post('things')
  @HttpCode(201)
  create(@Body() body: object): object {
    return body;
  }

  @Post('report')
  @HttpCode(204)
  report(): undefined {
    return undefined;
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

const errors: ErrorFormat = {
  body: (context) => ({ code: context.status, message: publicMessage(context) }),
  statuses: { [ErrorKind.Constraint]: 412 },
};

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'things',
  title: 'Things',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [ThingsModule],
  entities: [],
  migrations: [],
  errors,
  reports: ['/api/report'],
};

// Time limit for a loaded machine.

let database: TestDatabase;
let replicas: TestService[];
const queuePrefix = testQueuePrefix();

const start = (env: Record<string, string>, prefix = queuePrefix): Promise<TestService> =>
  startTestService(definition, {
    database,
    queuePrefix: prefix,
    env: { LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_REDIS_TIMEOUT_MS: '3000', ...env },
  });

beforeAll(async () => {
  database = await createTestDatabase([]);
  const env = {
    RATE_LIMIT_READS_PER_MINUTE: '6',
    RATE_LIMIT_WRITES_PER_MINUTE: '2',
  };
  replicas = await Promise.all([start(env), start(env)]);
  // Rates are judged as soon as Redis is connected.
  for (const replica of [0, 1]) {
    const warm = `192.0.2.${200 + replica}`;
    await eventually('rates are judged', async () => (await send(replica, warm)).status === 429);
  }
});
afterAll(async () => {
  await Promise.all(replicas.map((one) => one.close()));
  await database.drop();
});

/** Sends as a client behind the trusted proxy. */
const send = (
  replica: number,
  client: string,
  path = '/api/things',
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${replicas[replica]?.url ?? ''}${path}`, {
    ...init,
    headers: { 'x-forwarded-for': client, ...init.headers },
  });

const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

const statuses = async (sent: Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(sent)).map(({ status }) => status).sort();

describe('the rate of a client', () => {
  it('is limited over all replicas together, with the time to wait', async () => {
    const sent = Array.from({ length: 10 }, (_, i) => send(i % 2, '192.0.2.1'));
    expect(await statuses(sent)).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429]);
    const refused = await send(0, '192.0.2.1');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(await refused.json()).toEqual({
      code: 429,
      message: expect.stringMatching(/^no more than 6 reads a minute/) as unknown,
    });
  });

  it('is that of its address: of an IPv6 network as a whole, whatever its headers claim', async () => {
    const sent = Array.from({ length: 8 }, (_, i) => send(i % 2, `2001:db8:7:7::${i}`));
    expect(await statuses(sent)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect((await send(0, '2001:db8:7:8::1')).status).toBe(200);
    // Only the last hop was added by the trusted proxy.
    expect((await send(1, '198.51.100.1, 2001:db8:7:7::9')).status).toBe(429);
  });

  it('counts writes apart from reads', async () => {
    const write = (): Promise<Response> => send(0, '192.0.2.2', '/api/things', post('{}'));
    expect(await statuses([write(), write(), write()])).toEqual([201, 201, 429]);
    expect((await send(1, '192.0.2.2')).status).toBe(200);
  });

  it('is not that of health, metrics, and of processes that report', async () => {
    for (const path of ['/health/live', '/metrics']) {
      const sent = Array.from({ length: 10 }, () => send(0, '192.0.2.3', path));
      expect(await statuses(sent)).toEqual(sent.map(() => 200));
    }
    const reports = Array.from({ length: 5 }, () => send(0, '192.0.2.3', '/api/report', { method: 'POST' }));
    expect(await statuses(reports)).toEqual(reports.map(() => 204));
  });

  it('recovers: a refused request passes after the time to wait', async () => {
    const fast = await start({ RATE_LIMIT_READS_PER_MINUTE: '60' }, testQueuePrefix());
    try {
      const read = (): Promise<Response> => fetch(`${fast.url}/api/things`);
      await Promise.all(Array.from({ length: 70 }, read));
      await eventually('a request passes again', async () => (await read()).ok);
    } finally {
      await fast.close();
    }
  });

  it('is not limited while Redis is unavailable or frozen: requests pass, and are counted', async () => {
    const { hostname, port } = new URL(TEST_SERVERS.redis);
    const proxy = await TcpProxy.start(hostname, Number(port));
    const one = await start(
      {
        REDIS_URL: proxy.addressFor(TEST_SERVERS.redis),
        RATE_LIMIT_READS_PER_MINUTE: '1',
        RATE_LIMIT_REDIS_TIMEOUT_MS: '50',
      },
      testQueuePrefix(),
    );
    const read = async (client: string): Promise<number> =>
      (await fetch(`${one.url}/api/things`, { headers: { 'x-forwarded-for': client } })).status;
    try {
      await eventually('it is limited', async () => (await read('192.0.2.1')) === 429);
      proxy.freeze();
      await eventually('it is let through', async () => {
        await read('192.0.2.2');
        return (await read('192.0.2.2')) === 200;
      });
      // A client known to exceed the limit stays limited.
      expect(await read('192.0.2.1')).toBe(429);
      const metrics = await (await fetch(`${one.url}/metrics`)).text();
      expect(metrics).toMatch(/^rate_limit_unchecked_total [1-9]/m);
      expect(metrics).toMatch(/^rate_limit_refused_total\{kind="reads"\} [1-9]/m);
    } finally {
      await proxy.stop();
      await one.close();
    }
  });
});

describe('an oversized request', () => {
  let client = 0;
  const write = (init: RequestInit): Promise<Response> => {
    client += 1;
    return send(0, `203.0.113.${client}`, '/api/things', init);
  };

  it('is refused for the depth of its body, before any recursion over it', async () => {
    const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    expect((await write(post(nested(JSON_DEPTH_LIMIT)))).status).toBe(201);
    const refused = await write(post(nested(JSON_DEPTH_LIMIT + 1), 'application/hal+json'));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { code: 400, message: expect.stringContaining('100') as unknown },
    ]);
    expect((await write(post('['.repeat(500_000)))).status).toBe(400);
  });

  it('is refused for its size', async () => {
    const refused = await write(post(`{"a":"${'x'.repeat(1 << 20)}"}`));
    expect([refused.status, await refused.json()]).toEqual([413, expect.objectContaining({ code: 413 })]);
  });

  it('is refused for its size only after the whole body has been drained', async () => {
    const { hostname, port } = new URL(replicas[0]?.url ?? '');
    const socket = connect(Number(port), hostname);
    const received = text(socket);
    let isAnswered = false;
    socket.once('data', () => (isAnswered = true));
    socket.write(
      'POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n',
    );
    socket.write('x'.repeat(4_000_000));
    await delay(150);
    expect(isAnswered).toBe(false);
    socket.write('x'.repeat(4_000_000));
    expect(await received).toMatch(/^HTTP\/1.1 413 /);
  });

  it.each(['{"__proto__":{"a":1}}', '{"a":{"\\u005f_pr\\u006Fto__" : {"a":1}}}'])(
    'is refused when it reaches for the prototype: %s',
    async (body) => {
      const refused = await write(post(body));
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { code: 400, message: 'the body has a field named __proto__: no field may have this name' },
      ]);
      expect(({} as Record<string, unknown>).a).toBeUndefined();
    },
  );

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'is refused for its type %s, which pages of others can post',
    async (type) => expect((await write(post('a=1', type))).status).toBe(415),
  );
});

describe('a request that is sent too slowly', () => {
  let impatient: TestService;
  beforeAll(async () => {
    impatient = await start({ HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '600' });
  });
  afterAll(() => impatient.close());

  it.each([
    ['its headers', 'GET /api/things HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'its body',
      'POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
    ],
  ])('is ended while it sends %s', async (_what, beginning) => {
    const { hostname, port } = new URL(impatient.url);
    const socket = connect(Number(port), hostname);
    socket.write(beginning);
    const drip = setInterval(() => socket.write('x'), 40);
    socket.on('error', () => undefined);
    try {
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 408 });
    } finally {
      clearInterval(drip);
      socket.destroy();
    }
  });
});
