import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Body, Controller, Delete, Get, HttpCode, Module, Param, Post, Req } from '@nestjs/common';
import { Text } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';
import {
  Access,
  Caller,
  Describe,
  Role,
  ServiceConfig,
  publicMessage,
  requireOwner,
  type AuditEntry,
  type Principal,
  type ServiceDefinition,
} from '../src/index';
import { eventually, startTestService, type TestService } from '../src/testing';
import { TestIssuer } from '../src/testing/auth';

class Note {
  @Text({ max: 200 }) text!: string;
}

@Controller('api/notes')
class NotesController {
  @Get(':id')
  @Describe('Read a note', { id: 'getNote' })
  read(
    @Param('id') id: string,
    @Req() { url, raw, query }: FastifyRequest,
    @Caller() caller?: Principal,
  ): object {
    return { id, url, raw: raw.url, query, caller };
  }

  @Post()
  @Access(Role.Submitter)
  @HttpCode(201)
  @Describe('Create a note', { id: 'createNote' })
  create(@Body() note: Note): Note {
    if (note.text === 'bug') throw new TypeError('secret detail');
    return note;
  }

  @Delete(':id')
  @Access(Role.Submitter)
  @Describe('Delete a note', { id: 'deleteNote' })
  remove(@Param('id') id: string, @Caller() caller?: Principal): void {
    requireOwner(caller, 'alice', `note ${id}`);
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

@Controller('api/forgotten')
class ForgottenController {
  @Post()
  write(): void {
    return undefined;
  }
}

@Module({ controllers: [ForgottenController] })
class ForgottenModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'notes',
  title: 'Notes',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [NotesModule],
  entities: [],
  migrations: [],
  errors: { body: (context) => ({ code: context.status, message: publicMessage(context) }) },
};

const folder = mkdtempSync(join(tmpdir(), 'portolan-auth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

async function call(service: TestService, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(service.url + path, init);
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('AUTH_MODE=oauth2', () => {
  const audit = join(folder, 'audit.log');
  let issuer: TestIssuer;
  let service: TestService;
  beforeAll(async () => {
    issuer = await TestIssuer.start();
    await issuer.stop();
    service = await startTestService(definition, {
      env: {
        AUTH_MODE: 'oauth2',
        ...issuer.settings,
        AUTH_ROLES_CLAIM: 'realm.groups',
        AUTH_ROLE_MAP: 'writers=submitter',
        AUTH_JWKS_COOLDOWN_MS: '400',
        AUDIT_LOG_FILE: audit,
        LOG_LEVEL: 'silent',
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  const tokenOf = (subject: string, ...groups: string[]) =>
    issuer.token({ subject, more: { realm: { groups } } });
  const post = async (token: string | undefined, body: object) =>
    call(service, '/api/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? bearer(token).headers : {}) },
      body: JSON.stringify(body),
    });

  it('answers 503 with Retry-After until the issuer is reachable for the first time', async () => {
    const token = await tokenOf('alice', 'reader');
    const away = await call(service, '/api/notes/1', bearer(token));
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await call(service, '/health/live')).status).toBe(200);
    await issuer.restart();
    await eventually(
      'the issuer is called again',
      async () => (await call(service, '/api/notes/1', bearer(token))).status === 200,
    );
  });

  it('identifies the caller by the configured claims', async () => {
    const { body } = await call(service, '/api/notes/1', bearer(await tokenOf('alice', 'writers', 'others')));
    expect(body).toMatchObject({ caller: { subject: 'alice', roles: ['submitter'], via: 'oauth2' } });
  });

  it('answers 401 with a challenge and 403, in the error format of the API', async () => {
    const none = await call(service, '/api/notes/1');
    expect([none.status, none.body]).toEqual([401, { code: 401, message: expect.any(String) as string }]);
    expect(none.headers.get('www-authenticate')).toBe('Bearer realm="portolan"');
    const over = await call(service, '/api/notes/1', bearer(await issuer.token({ expiresIn: -60 })));
    expect(over.headers.get('www-authenticate')).toMatch(
      /error="invalid_token", error_description="the token expired at [\d:T-]+Z"/,
    );
    const roleless = await call(service, '/api/notes/1', bearer(await tokenOf('alice')));
    expect([roleless.status, roleless.body]).toEqual([
      403,
      { code: 403, message: 'the role reader is required, alice has no role' },
    ]);
  });

  it('reads no body of whom it does not let in', async () => {
    const answer = await call(service, '/api/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(answer.status).toBe(401);
  });

  it('accepts a token in the address and removes it', async () => {
    const token = await tokenOf('alice', 'reader');
    const { body } = await call(service, `/api/notes/1?a=1&access_token=${token}&b=2`);
    expect(body).toMatchObject({
      url: '/api/notes/1?a=1&b=2',
      raw: '/api/notes/1?a=1&b=2',
      query: { a: '1', b: '2' },
    });
  });

  it('follows a rotation of keys, and fetches unknown ones at a limited rate', async () => {
    await issuer.rotate();
    const fresh = await tokenOf('alice', 'reader');
    await eventually(
      'the new key is known',
      async () => (await call(service, '/api/notes/1', bearer(fresh))).status === 200,
    );
    const before = issuer.keyRequests;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        call(service, '/api/notes/1', bearer(await issuer.foreignToken())),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(issuer.keyRequests - before).toBeLessThanOrEqual(2);
  });

  it('uses cached keys while the issuer is unavailable, and answers 503 for unknown ones', async () => {
    await issuer.stop();
    expect((await call(service, '/api/notes/1', bearer(await tokenOf('bob', 'reader')))).status).toBe(200);
    const foreign = await issuer.foreignToken();
    await eventually('unknown keys are answered with 503', async () => {
      const { status, headers } = await call(service, '/api/notes/1', bearer(foreign));
      return status === 503 && headers.get('retry-after') === '2';
    });
    expect((await call(service, '/api/notes/1', bearer(await tokenOf('carol', 'reader')))).status).toBe(200);
    await issuer.restart();
  });

  it('writes an audit line for a success, a refusal and an error, and never the credential', async () => {
    const token = await tokenOf('alice', 'writers');
    await post(token, { text: 'a private note' });
    await post(undefined, { text: 'a private note' });
    await post(token, { text: 'bug' });
    await call(service, '/api/notes/7?access_token=' + (await tokenOf('bob', 'writers')), {
      method: 'DELETE',
    });
    await call(service, '/api/notes/7', bearer(token));
    const lines = await eventually('four more lines', () => {
      const all = readFileSync(audit, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as AuditEntry & { time: number });
      return all.length >= 5 && all.slice(-4);
    });
    const common = {
      audit: true,
      name: 'notes',
      address: '127.0.0.1',
      requestId: expect.any(String) as string,
    };
    expect(lines).toEqual([
      expect.objectContaining({
        ...common,
        subject: 'alice',
        via: 'oauth2',
        method: 'POST',
        route: '/api/notes',
        status: 201,
        outcome: 'done',
      }),
      expect.objectContaining({ ...common, subject: '', via: 'nobody', status: 401, outcome: 'refused' }),
      expect.objectContaining({ ...common, subject: 'alice', status: 500, outcome: 'failed' }),
      expect.objectContaining({
        ...common,
        subject: 'bob',
        params: { id: '7' },
        url: '/api/notes/7',
        status: 403,
        outcome: 'refused',
      }),
    ]);
    expect(readFileSync(audit, 'utf8')).not.toMatch(/private|eyJ|Bearer/);
    expect(lines.every(({ time }) => Math.abs(Date.now() - time) < 60_000)).toBe(true);
  });

  it('documents the required roles in OpenAPI', async () => {
    const { body } = await call(service, '/openapi.json');
    const { paths, components } = body as {
      paths: Record<
        string,
        Record<string, { security?: object[]; responses: Record<string, { description: string }> }>
      >;
      components: { securitySchemes: object };
    };
    expect(components.securitySchemes).toMatchObject({ oauth2: { type: 'http', scheme: 'bearer' } });
    const create = paths['/api/notes']?.post;
    expect([create?.security, create?.responses['403']?.description]).toEqual([
      [{ oauth2: [] }],
      expect.stringContaining('`submitter`'),
    ]);
    expect(paths['/api/notes/{id}']?.get?.responses['403']?.description).toContain('`reader`');
    expect(paths['/health/live']?.get?.security).toEqual([]);
    expect(paths['/health/live']?.get?.responses['401']).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain('x-access');
  });
});

describe('AUTH_MODE=module,x509 behind an ingress', () => {
  let service: TestService;
  beforeAll(async () => {
    const [, example = ''] =
      /```js\n([\s\S]*?)```/.exec(
        readFileSync(resolve(__dirname, '../../../docs/authentication.md'), 'utf8'),
      ) ?? [];
    const module = join(folder, 'api-keys.cjs');
    writeFileSync(module, example);
    process.env.API_KEYS_FILE = join(folder, 'keys.json');
    writeFileSync(
      process.env.API_KEYS_FILE,
      JSON.stringify({ 'key-1': { subject: 'nightly', roles: ['submitter'] } }),
    );
    service = await startTestService(definition, {
      env: {
        AUTH_MODE: 'module,x509',
        AUTH_MODULE: module,
        AUTH_X509_HEADER: 'ssl-client-subject-dn',
        AUTH_X509_ROLES: 'OU=platform=admin,*=reader',
        AUTH_OPEN: 'none',
        TRUSTED_PROXIES: '127.0.0.1',
        AUDIT_LOG_FILE: '/dev/null',
      },
    });
  });
  afterAll(() => service.stop());

  const read = (headers: Record<string, string>) => call(service, '/api/notes/1', { headers });

  it('[V3-AUTH-4] knows clients by the module of the documentation', async () => {
    expect((await read({ 'x-api-key': 'key-1' })).body).toMatchObject({
      caller: { subject: 'nightly', roles: ['submitter'], via: 'api-key' },
    });
    const wrong = await read({ 'x-api-key': 'key-2' });
    expect([wrong.status, wrong.body]).toEqual([401, { code: 401, message: 'this key is not known' }]);
    expect(wrong.headers.get('www-authenticate')).toBe(
      'ApiKey realm="portolan", Certificate realm="portolan"',
    );
  });

  it('believes the ingress about a certificate that it has verified', async () => {
    const subject = { 'ssl-client-subject-dn': 'CN=carol,OU=platform,O=Example' };
    expect((await read({ ...subject, 'ssl-client-verify': 'SUCCESS' })).body).toMatchObject({
      caller: { subject: 'carol', roles: ['admin'], via: 'x509' },
    });
    expect((await read({ ...subject, 'ssl-client-verify': 'FAILED:expired' })).status).toBe(401);
    expect((await read(subject)).status).toBe(401);
    expect((await read({ 'ssl-client-subject-dn': '', 'ssl-client-verify': 'NONE' })).status).toBe(401);
  });

  it('leaves only health open when no other address is listed', async () => {
    const statuses = await Promise.all(
      ['/health/live', '/metrics', '/docs', '/openapi.json', '/api/v1/docs', '/api/v1/openapi.json'].map(
        async (path) => (await call(service, path)).status,
      ),
    );
    expect(statuses).toEqual([200, 401, 401, 401, 401, 401]);
  });
});

describe('a service', () => {
  it('ignores the header of a certificate from whom it does not trust', async () => {
    const service = await startTestService(definition, {
      env: {
        AUTH_MODE: 'x509',
        AUTH_X509_HEADER: 'x-forwarded-client-cert',
        AUTH_X509_ROLES: '*=admin',
        TRUSTED_PROXIES: '10.0.0.0/8',
      },
    });
    try {
      const headers = { 'x-forwarded-client-cert': 'Subject="CN=carol"' };
      expect((await call(service, '/api/notes/1', { headers })).status).toBe(401);
    } finally {
      await service.stop();
    }
  });

  it('does not start with a route that has no rule', async () => {
    const forgotten = { ...definition, modules: () => [ForgottenModule] };
    await expect(startTestService(forgotten)).rejects.toThrow('POST /api/forgotten has no access rule');
  });
});
