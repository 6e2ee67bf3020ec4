import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '../config/load-config';
import type { ServiceConfig } from '../config/service-config';
import { createService, type ServiceDefinition } from '../create-service';
import { TEST_SERVERS, createTestDatabase, testQueuePrefix, type TestDatabase } from './test-database';

/** A service of one test: real database, real Redis, real HTTP on a free port. */
export interface TestService {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  database: TestDatabase;
  queuePrefix: string;
  /** Stops the service and keeps its database, for tests of restarts. */
  close(): Promise<void>;
  /** Stops the service and drops its database. */
  stop(): Promise<void>;
}

export const TEST_INTERNAL_TOKEN = 'internal-token-of-tests';

/** Settings that a second replica shares with the first one. */
export interface TestServiceOptions {
  env?: Record<string, string>;
  database?: TestDatabase;
  queuePrefix?: string;
}

export async function startTestService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const database = options.database ?? (await createTestDatabase(definition.migrations));
  const queuePrefix = options.queuePrefix ?? testQueuePrefix();
  const config = loadConfig(definition.config, {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    REDIS_URL: TEST_SERVERS.redis,
    QUEUE_PREFIX: queuePrefix,
    INTERNAL_TOKEN: TEST_INTERNAL_TOKEN,
    // Artifacts, listeners and sources of tests are on the machine itself.
    OUTBOUND_ALLOWED: '127.0.0.0/8,::1',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
    ...options.env,
  });
  const app = await createService(definition, config);
  const stop = async (): Promise<void> => {
    await app.close();
    await database.drop();
  };
  try {
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    // A service that runs ends its process now; here its connections would keep the tests from ending.
    await stop();
    throw error;
  }
  return {
    app,
    url: addressOf(await app.getUrl(), config),
    database,
    queuePrefix,
    close: () => app.close(),
    stop,
  };
}

/** Nest does not know about TLS, which the HTTP server handles. */
const addressOf = (url: string, { TLS_CERT_FILE }: ServiceConfig): string =>
  url.replace('[::1]', '127.0.0.1').replace(/^http:/, TLS_CERT_FILE === undefined ? 'http:' : 'https:');
