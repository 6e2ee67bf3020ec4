import { Controller, Delete, Get, Header, Module, Patch, Put } from '@nestjs/common';
import { Access, Role, ServiceConfig, publicMessage, type ServiceDefinition } from '../src/index';
import { startTestService, type TestService } from '../src/testing';

@Access(Role.Submitter)
@Controller('api/things')
class ThingsController {
  @Get()
  @Header('Link', '</next>; rel=next')
  read(): object {
    return {};
  }

  @Put()
  @Patch()
  @Delete()
  write(): object {
    return {};
  }
}

@Module({ controllers: [ThingsController] })
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

const ORIGIN = 'https://ui.example.org';

describe('a page of CORS_ORIGINS', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(definition, { env: { CORS_ORIGINS: ORIGIN, AUTH_MODE: 'off' } });
  });
  afterAll(() => service.stop());

  const preflight = (method: string, origin = ORIGIN): Promise<Response> =>
    fetch(`${service.url}/api/things`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('may %s with a token and a body', async (method) => {
    const { status, headers } = await preflight(method);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('may read the response headers of the API', async () => {
    const { headers } = await fetch(`${service.url}/api/things`, { headers: { origin: ORIGIN } });
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['location', 'etag', 'link', 'retry-after', 'x-request-id']),
    );
    expect(headers.get('link')).toBe('</next>; rel=next');
  });

  it('does not name another origin than those of CORS_ORIGINS in the answer', async () => {
    const { headers } = await preflight('PUT', 'https://evil.example.org');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['things', 405, 'GET, HEAD, PUT'],
    ['nothing', 404, null],
  ])(
    'gets the answer of the API to an OPTIONS request for %s that is not a preflight',
    async (path, status, allow) => {
      const headers: Record<string, string>[] = [
        {},
        { origin: ORIGIN },
        { 'access-control-request-method': 'GET' },
      ];
      for (const one of headers) {
        const answer = await fetch(`${service.url}/api/${path}`, { method: 'OPTIONS', headers: one });
        expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
        expect(await answer.json()).toMatchObject({ code: status });
      }
    },
  );

  it('has its preflight requests counted in the metrics', async () => {
    await preflight('PUT');
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/method="OPTIONS"[^}]*status="204"/);
  });
});
