import { setTimeout as delay } from 'node:timers/promises';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { MessagingModule, Signals, type CatalogueEntry } from '@portolan/messaging';
import { RequestPipe, type ClassConstructor } from '@portolan/validation';
import type { FastifyInstance } from 'fastify';
import type { MigrationInterface } from 'typeorm';
import type { Logger } from 'pino';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AuditLog } from './audit/audit-log';
import { guardRoutes } from './auth/access-hooks';
import { AccessControl } from './auth/access-control';
import { openAddresses } from './auth/access';
import type { ServiceConfig } from './config/service-config';
import { ConfigurationError, loadConfig, redisTarget } from './config/load-config';
import { programOptions } from './config/program-options';
import type { DatabaseSettings } from './database/data-source-options';
import { DatabaseModule } from './database/database.module';
import { ErrorFilter } from './errors/error-filter';
import { reportRequests } from './http/access-log';
import { enableCors } from './http/cors';
import { createAdapter } from './http/fastify-adapter';
import { CrossSiteGuard } from './auth/cross-site-guard';
import { currentRequestId, noteTakenBody, withRequestId } from './requests/request-context';
import { nameIgnoredFields } from './http/ignored-fields-header';
import { RouteTable } from './requests/route-table';
import { UpgradeRates, limitRates } from './limits/rate-limits';
import { createLogger, nestLogger } from './logging/logger';
import { Metrics, messagingMetrics } from './metrics/metrics';
import { apiPath, createDocument, serveOpenApi, type ApiDescription } from './openapi/openapi';
import { surviveClosedResponses } from './outbound/closed-responses';
import { cacheResponses } from './response-cache/cached-responses';
import { ServiceModule } from './service.module';
import { messageTracing, startTracing, traceRequests } from './tracing/trace-service';
import { NoTracing, type Tracing } from './tracing/tracing';
import { Readiness } from './health/readiness';

/** The properties that distinguish one service from the others. */
export interface ServiceDefinition<C extends ServiceConfig> extends ApiDescription<C> {
  /** `job-orchestration` */
  name: string;
  config: ClassConstructor<C>;
  /** The capabilities; chosen by configuration (`ROLES`). */
  modules: (config: Readonly<C>) => (Type | DynamicModule)[];
  /** Every queue that the service sends to or consumes, and by which processes each is consumed. @default none */
  queues?: (config: Readonly<C>) => readonly CatalogueEntry[];
  entities: NonNullable<DatabaseSettings['entities']>;
  migrations: readonly (new () => MigrationInterface)[];
  /** Adds to the HTTP server before its routes: body parsers, a websocket adapter. */
  prepare?: (app: NestFastifyApplication, config: Readonly<C>) => Promise<void> | void;
}

@Module({})
class RootModule {}

/** Builds a service, ready to `listen`. */
export async function createService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: Readonly<C>,
): Promise<NestFastifyApplication> {
  surviveClosedResponses();
  const logger = createLogger(definition.name, config.LOG_LEVEL);
  const routes = new RouteTable();
  const filter = new ErrorFilter(definition.errors, routes);
  const adapter = createAdapter(config, logger, filter, routes);
  const tracing = startTracing(definition, config, logger);
  traceRequests(adapter.getInstance<FastifyInstance>(), tracing);
  const app = await NestFactory.create<NestFastifyApplication>(
    rootModule(definition, config, logger, tracing),
    adapter,
    // Disables Nest's body parsers: the service registers its own JSON parser.
    { logger: nestLogger(logger), abortOnError: false, bufferLogs: false, bodyParser: false },
  );
  const fastify = adapter.getInstance<FastifyInstance>();
  const open = openAddresses(config, apiPath(definition));
  const [accessControl, metrics] = [app.get(AccessControl), app.get(Metrics)];
  guardRoutes(fastify, accessControl, app.get(CrossSiteGuard), open);
  metrics.counterOf(
    'internal_token_previous_total',
    'Requests accepted with INTERNAL_TOKEN_PREVIOUS',
    () => accessControl.previousTokenUses,
  );
  limitRates(fastify, definition, config, metrics, logger, app.get(UpgradeRates));
  app.useGlobalPipes(new RequestPipe(noteTakenBody));
  nameIgnoredFields(fastify);
  app.useGlobalFilters(filter);
  enableCors(app, config);
  reportRequests(fastify, metrics);
  app.get(AuditLog).follow(fastify);
  await definition.prepare?.(app, config);
  cacheResponses(fastify, {
    config,
    metrics: app.get(Metrics),
    signals: app.get(Signals),
    reports: definition.reports,
  });
  serveOpenApi(app, definition, config);
  return app;
}

/** Returns all modules of a service: those that every service has, and its capabilities. */
export function rootModule<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: Readonly<C>,
  logger: Logger,
  tracing: Tracing = new NoTracing(),
): DynamicModule {
  const metrics = new Metrics();
  return {
    module: RootModule,
    imports: [
      ServiceModule.forRoot(definition.config, config, logger, tracing, metrics, definition.name),
      DatabaseModule.forRoot(definition.entities, definition.migrations),
      MessagingModule.forRoot(
        {
          redis: redisTarget(config),
          prefix: config.QUEUE_PREFIX,
          onError: (error, queue) => logger.warn({ err: error, queue }, 'a queue reported an error'),
          currentRequestId,
          withRequestId,
          tracing: messageTracing(tracing),
          observer: messagingMetrics(metrics),
        },
        definition.queues?.(config),
      ),
      ...definition.modules(config),
    ],
  };
}

/** Values for required settings, which only have to be valid: no connection is opened. */
const STAND_INS = {
  DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  INTERNAL_TOKEN: 'nothing-is-asked-with-this',
};

/**
 * Returns the `openapi.json` of a service, without starting it: no provider is made, nothing is connected to.
 * @param env settings that decide which routes there are. @throws when a route is not described
 */
export async function describeService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv = {},
): Promise<OpenAPIObject> {
  const config = loadConfig(definition.config, { ...STAND_INS, ...env });
  const module = rootModule(definition, config, createLogger(definition.name, 'silent'));
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), options);
  return createDocument(app, definition, config);
}

/** A shutdown that takes longer than this is cut off, ms. */
const SHUTDOWN_LIMIT_MS = 30_000;

/**
 * Runs a service, as its `main.ts`. On SIGTERM or SIGINT it reports not ready, stops accepting, ends streams, finishes open
 * requests, closes queues and pools, and exits with 0. A failed start prints one line to stderr and exits with 1.
 */
export async function runService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const about = `Runs ${definition.name}. Its settings are environment variables (docs/configuration.md).`;
  if (!programOptions(about, {})) return;
  try {
    const config = loadConfig(definition.config, env);
    const app = await createService(definition, config);
    stopOnSignal(app, config.SHUTDOWN_DELAY_MS);
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    process.stderr.write(`${definition.name}: ${explain(error)}\n`);
    process.exit(1);
  }
}

function stopOnSignal(app: NestFastifyApplication, delayMs: number): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), delayMs + SHUTDOWN_LIMIT_MS).unref();
    app.get(Readiness).stop();
    await delay(delayMs);
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        process.stderr.write(`shutdown failed: ${explain(error)}\n`);
        process.exit(1);
      });
    });
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? `could not start: ${error.message}` : String(error);
}
