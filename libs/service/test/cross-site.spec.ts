import { request } from 'node:http';
import { Controller, Delete, Get, HttpCode, Module, Post } from '@nestjs/common';
import { Access, OwnTokens, Role, ServiceConfig, publicMessage, type ServiceDefinition } from '../src/index';
import { TEST_INTERNAL_TOKEN, startTestService, type TestService } from '../src/testing';

let written = 0;

@Access(Role.Submitter)
@Controller('api/things')
class ThingsController {
  @Get()
  read(): object {
    return { read: true };
  }

  @Post()
  @HttpCode(202)
  write(): void {
    written += 1;
  }

  @Delete()
  @HttpCode(204)
  remove(): void {
    written += 1;
  }
}

@Controller('internal/things')
class InternalController {
  @Get()
  read(): object {
    return {};
  }
}

@Module({ controllers: [ThingsController, InternalController] })
class ThingsModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'things',
  title: 'Things',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [ThingsModule],
  entities: [],
  migrations: [],
  errors: { body: (context) => ({ code: context.status, message: publicMessage(context) }) },
};

interface Answer {
  status: number;
  message: string | undefined;
}

/** A request with any headers: `fetch` does not let Host be chosen. */
const send = (url: string, method: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const message = text.startsWith('{') ? (JSON.parse(text) as { message?: string }).message : undefined;
        resolve({ status: response.statusCode ?? 0, message });
      });
    });
    sent.once('error', reject).end();
  });

const EVIL = 'https://evil.example';

describe('a service without authentication', () => {
  let service: TestService;
  let own: string;
  beforeAll(async () => {
    service = await startTestService(definition, { env: { CORS_ORIGINS: 'https://ui.example.org' } });
    own = service.url.replace('http://', '');
  });
  afterAll(() => service.stop());
  beforeEach(() => (written = 0));

  const write = (headers: Record<string, string>, method = 'POST'): Promise<Answer> =>
    send(`${service.url}/api/things`, method, headers);
  const read = (headers: Record<string, string>, path = '/api/things'): Promise<Answer> =>
    send(`${service.url}${path}`, 'GET', headers);

  it.each<Record<string, string>>([
    { origin: EVIL },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: EVIL, 'sec-fetch-site': 'same-site' },
    { origin: EVIL, 'content-type': 'multipart/form-data; boundary=x' },
    { origin: EVIL, 'x-forwarded-host': 'evil.example' },
  ])('writes nothing for a page of another site: %j', async (headers) => {
    for (const method of ['POST', 'DELETE']) expect((await write(headers, method)).status).toBe(403);
    expect(written).toBe(0);
  });

  it('names the reason', async () => {
    expect((await write({ origin: EVIL })).message).toBe(
      'pages of this origin may not write: add it to CORS_ORIGINS',
    );
    expect((await write({ 'sec-fetch-site': 'cross-site' })).message).toBe(
      'pages of other sites may not write',
    );
  });

  it('writes for its own pages, those of CORS_ORIGINS, and programs', async () => {
    const allowed: Record<string, string>[] = [
      {},
      { origin: service.url, 'sec-fetch-site': 'same-origin' },
      { origin: 'https://ui.example.org', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of allowed) expect((await write(headers)).status).toBe(202);
    expect(written).toBe(4);
  });

  it('leaves reads of other pages to CORS', async () => {
    expect((await read({ origin: EVIL, 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '10.1.2.3',
    'localhost.evil.example',
    'a@localhost',
    '0.0.0.0',
  ])('is not found at the host %s', async (host) => {
    expect(await read({ host })).toEqual({
      status: 403,
      message: `the host ${host} is not allowed while authentication is off: add it to ALLOWED_HOSTS, or set PUBLIC_URL`,
    });
    expect((await read({ host }, '/nowhere')).status).toBe(403);
    expect((await read({ host, 'x-forwarded-host': 'localhost' })).status).toBe(403);
  });

  it('is found at every name and address of loopback', async () => {
    const port = own.split(':')[1] ?? '';
    for (const host of [
      'localhost',
      `localhost:${port}`,
      'LocalHost.',
      '127.0.0.9',
      '[::1]:8',
      'x.localhost',
    ])
      expect([host, (await read({ host })).status]).toEqual([host, 200]);
  });

  it('answers probes and its own system at any host', async () => {
    const host = '10.1.2.3:8080';
    expect((await read({ host }, '/health/live')).status).toBe(200);
    expect((await read({ host }, '/metrics')).status).toBe(200);
    const internal = { host, authorization: `Bearer ${TEST_INTERNAL_TOKEN}` };
    expect((await read(internal, '/internal/things')).status).toBe(200);
    expect((await read(internal)).status).toBe(200);
    const token = new OwnTokens(TEST_INTERNAL_TOKEN).forService('things');
    expect((await read({ host, authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await read({ host, authorization: 'Bearer guessed' })).status).toBe(403);
  });
});

describe('the hosts of a service', () => {
  const statusAt = async (
    env: Record<string, string>,
    headers: Record<string, string>,
    method = 'GET',
  ): Promise<number> => {
    const service = await startTestService(definition, { env });
    try {
      return (await send(`${service.url}/api/things`, method, headers)).status;
    } finally {
      await service.stop();
    }
  };

  it.each<[Record<string, string>, Record<string, string>, number]>([
    [{ ALLOWED_HOSTS: 'jobs,.portolan.svc' }, { host: 'jobs:8080' }, 200],
    [{ ALLOWED_HOSTS: 'jobs,.portolan.svc' }, { host: 'a.portolan.svc' }, 200],
    [{ ALLOWED_HOSTS: '*' }, { host: 'evil.example' }, 200],
    [{ PUBLIC_URL: 'https://jobs.example.org' }, { host: 'jobs.example.org' }, 200],
    [{ PUBLIC_URL: 'https://jobs.example.org' }, { host: 'evil.example' }, 403],
    [{ INTERNAL_URL: 'http://jobs:8080' }, { host: 'jobs:8080' }, 200],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, { 'x-forwarded-host': 'jobs.example.org' }, 200],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, { host: 'evil.example', 'x-forwarded-host': 'localhost' }, 403],
    [
      { TRUSTED_PROXIES: '127.0.0.1', ALLOWED_HOSTS: 'jobs.example.org' },
      { 'x-forwarded-host': 'evil.example' },
      403,
    ],
  ])('%j with %j: %d', async (env, headers, expected) => {
    expect(await statusAt(env, headers)).toBe(expected);
  });

  it('are not checked when clients authenticate', async () => {
    const env = {
      AUTH_MODE: 'oauth2',
      AUTH_ISSUER: 'http://127.0.0.1:9',
      AUTH_AUDIENCE: 'x',
      AUDIT_LOG_FILE: '/dev/null',
    };
    expect(await statusAt(env, { host: 'evil.example' })).toBe(401);
    expect(await statusAt(env, { origin: EVIL }, 'POST')).toBe(403);
  });

  it.each<[Record<string, string>, string, number]>([
    [{ 'x-forwarded-host': 'jobs.example.org' }, 'https://jobs.example.org', 202],
    [
      { 'x-forwarded-host': 'jobs.example.org', 'x-forwarded-port': '8443' },
      'https://jobs.example.org:8443',
      202,
    ],
    [{ forwarded: 'host="jobs.example.org:8443"' }, 'https://jobs.example.org:8443', 202],
    [{ 'x-forwarded-host': 'evil.example, jobs.example.org' }, EVIL, 403],
  ])(
    'accepts pages of the host that a trusted proxy names: %j for %s: %d',
    async (headers, origin, expected) => {
      const env = { TRUSTED_PROXIES: '127.0.0.1' };
      expect(await statusAt(env, { ...headers, origin }, 'POST')).toBe(expected);
      expect(await statusAt({}, { ...headers, origin }, 'POST')).toBe(403);
    },
  );
});
