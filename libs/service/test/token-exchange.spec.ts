import { Controller, Get, Module } from '@nestjs/common';
import { OwnTokens, ServiceConfig, publicMessage, type ServiceDefinition } from '../src/index';
import { TEST_INTERNAL_TOKEN, startTestService, type TestService } from '../src/testing';

const OTHER = 'another-internal-token-of-tests';

@Controller('internal/things')
class InternalController {
  @Get()
  read(): object {
    return {};
  }
}

@Controller('api/things')
class ThingsController {
  @Get()
  read(): object {
    return {};
  }
}

@Module({ controllers: [InternalController, ThingsController] })
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

describe('while internal tokens are exchanged', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(definition, {
      env: {
        INTERNAL_TOKEN_PREVIOUS: OTHER,
        AUTH_MODE: 'oauth2',
        AUTH_ISSUER: 'http://127.0.0.1:9',
        AUTH_AUDIENCE: 'x',
        AUDIT_LOG_FILE: '/dev/null',
      },
    });
  });
  afterAll(() => service.stop());

  const statusOf = async (path: string, token: string): Promise<number> =>
    (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).status;

  it('[V3-AUTH-6] both open the internal addresses, and the use of the previous one is counted', async () => {
    expect(await statusOf('/internal/things', TEST_INTERNAL_TOKEN)).toBe(200);
    expect(await statusOf('/internal/things', OTHER)).toBe(200);
    expect(await statusOf('/internal/things', `${OTHER}x`)).toBe(401);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(/^internal_token_previous_total (\d+)$/m.exec(metrics)?.[1]).toBe('1');
  });

  it('[V3-AUTH-6] accepts tokens of services and launches made with either secret, and no others', async () => {
    for (const [secret, status] of [
      [TEST_INTERNAL_TOKEN, 200],
      [OTHER, 200],
      ['a-third-token-of-tests', 401],
    ] as const)
      expect(await statusOf('/api/things', new OwnTokens(secret).forService('x'))).toBe(status);
    const made = new OwnTokens(TEST_INTERNAL_TOKEN, OTHER).forService('x');
    expect(new OwnTokens(TEST_INTERNAL_TOKEN).read(made)).toBeDefined();
    expect(new OwnTokens(OTHER).read(made)).toBeUndefined();
  });
});
