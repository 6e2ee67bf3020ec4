import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MessagingModule } from '@portolan/messaging';
import { RequestPipe, type ClassConstructor } from '@portolan/validation';
import type { FastifyInstance } from 'fastify';
import type { MigrationInterface } from 'typeorm';
import type { Logger } from 'pino';
import { auditWrites } from './audit/audit-log';
import { guardRoutes } from './auth/access-hooks';
import { Gatekeeper } from './auth/gatekeeper';
import { openAddresses } from './auth/open-addresses';
import type { ServiceConfig } from './config/service-config';
import { redisTarget } from './config/targets';
import type { DatabaseSettings } from './database/data-source-options';
import { DatabaseModule } from './database/database.module';
import { ErrorFilter } from './errors/error-filter';
import type { ErrorFormat } from './errors/error-format';
import { allowPages } from './http/cors';
import { CrossSiteGuard } from './http/cross-site/cross-site-guard';
import { createAdapter, reportRequests } from './http/fastify';
import { currentRequestId, withRequestId } from './http/request-context';
import { nameIgnoredFields } from './http/ignored-fields';
import { RouteTable } from './http/route-table';
import { limitConnections } from './limits/connection-limits';
import { limitRates } from './limits/rate-limits';
import { UpgradeRates } from './limits/upgrade-rates';
import { NestLogger, createLogger } from './logging/logger';
import { messagingMetrics } from './metrics/messaging-metrics';
import { Metrics } from './metrics/metrics';
import { apiPath, serveOpenApi } from './openapi/openapi';
import type { ApiNotes } from './openapi/operation-notes';
import { ServiceModule } from './service.module';
import { messageTracing } from './tracing/message-tracing';
import { startTracing } from './tracing/start-tracing';
import { traceRequests } from './tracing/trace-requests';
import { NoTracing, type Tracing } from './tracing/tracing';

/** What makes one service different from the others. */
export interface ServiceDefinition<C extends ServiceConfig> {
  /** `job-orchestration` */
  name: string;
  title: string;
  description: string;
  /** Version of the API. */
  version: string;
  config: ClassConstructor<C>;
  /** The capabilities; chosen by configuration (`ROLES`). */
  modules: (config: Readonly<C>) => (Type | DynamicModule)[];
  entities: NonNullable<DatabaseSettings['entities']>;
  migrations: readonly (new () => MigrationInterface)[];
  errors: ErrorFormat;
  /** Routes that launched processes report to: their rate is not limited. */
  reports?: readonly string[];
  /** Bodies are taken for JSON whatever type they say they are of. */
  readsAnyType?: boolean;
  /** What `openapi.json` says beyond the controllers; asked for when the document is. */
  notes?: () => ApiNotes;
  /** What the HTTP server needs besides: body parsers, a websocket adapter. Runs before routes are made. */
  prepare?: (app: NestFastifyApplication, config: Readonly<C>) => Promise<void> | void;
}

@Module({})
class RootModule {}

/** Builds a service, ready to `listen`. */
export async function createService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: Readonly<C>,
): Promise<NestFastifyApplication> {
  const logger = createLogger(definition.name, config.LOG_LEVEL);
  const routes = new RouteTable();
  const filter = new ErrorFilter(definition.errors, routes);
  const adapter = createAdapter(config, logger, filter, routes);
  const tracing = startTracing(definition, config, logger);
  traceRequests(adapter.getInstance<FastifyInstance>(), tracing);
  const app = await NestFactory.create<NestFastifyApplication>(
    rootModule(definition, config, logger, tracing),
    adapter,
    {
      logger: new NestLogger(logger),
      abortOnError: false,
      bufferLogs: false,
      // The parser of JSON is the service's own, and there is no other.
      bodyParser: false,
    },
  );
  const fastify = adapter.getInstance<FastifyInstance>();
  const open = openAddresses(config, apiPath(definition));
  guardRoutes(fastify, app.get(Gatekeeper), app.get(CrossSiteGuard), open);
  app
    .get(Metrics)
    .counterOf(
      'internal_token_previous_total',
      'Requests accepted with INTERNAL_TOKEN_PREVIOUS',
      () => app.get(Gatekeeper).previousTokenUses,
    );
  limitRates(fastify, definition, config, app.get(Metrics), logger, app.get(UpgradeRates));
  limitConnections(fastify.server, config);
  app.useGlobalPipes(new RequestPipe());
  nameIgnoredFields(fastify);
  app.useGlobalFilters(filter);
  allowPages(app, config);
  reportRequests(fastify, app.get(Metrics));
  auditWrites(fastify, definition.name, config);
  await definition.prepare?.(app, config);
  serveOpenApi(app, definition);
  return app;
}

/** All modules of a service: what every service has, and its capabilities. */
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
      MessagingModule.forRoot({
        redis: redisTarget(config),
        prefix: config.QUEUE_PREFIX,
        onError: (error, queue) => logger.warn({ err: error, queue }, 'queue trouble'),
        currentRequestId,
        withRequestId,
        tracing: messageTracing(tracing),
        observer: messagingMetrics(metrics),
      }),
      ...definition.modules(config),
    ],
  };
}
