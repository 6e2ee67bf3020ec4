import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MessagingModule } from '@portolan/messaging';
import { RequestPipe } from '@portolan/validation';
import type { ClassConstructor } from 'class-transformer';
import type { FastifyInstance } from 'fastify';
import type { MigrationInterface } from 'typeorm';
import type { Logger } from 'pino';
import type { ServiceConfig } from './config/service-config';
import type { DatabaseSettings } from './database/data-source-options';
import { DatabaseModule } from './database/database.module';
import { ErrorFilter } from './errors/error-filter';
import type { ErrorFormat } from './errors/error-format';
import { createAdapter, reportRequests } from './http/fastify';
import { currentRequestId, withRequestId } from './http/request-context';
import { RouteTable } from './http/route-table';
import { NestLogger, createLogger } from './logging/logger';
import { Metrics } from './metrics/metrics';
import { serveOpenApi } from './openapi/openapi';
import { ServiceModule } from './service.module';

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
  const app = await NestFactory.create<NestFastifyApplication>(
    rootModule(definition, config, logger),
    adapter,
    {
      logger: new NestLogger(logger),
      abortOnError: false,
      bufferLogs: false,
    },
  );
  app.useGlobalPipes(new RequestPipe());
  app.useGlobalFilters(filter);
  if (config.CORS_ORIGINS.length > 0) {
    app.enableCors({ origin: config.CORS_ORIGINS.includes('*') ? '*' : config.CORS_ORIGINS });
  }
  reportRequests(adapter.getInstance<FastifyInstance>(), app.get(Metrics));
  await definition.prepare?.(app, config);
  serveOpenApi(app, definition);
  return app;
}

function rootModule<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: Readonly<C>,
  logger: Logger,
): DynamicModule {
  return {
    module: RootModule,
    imports: [
      ServiceModule.forRoot(definition.config, config, logger),
      DatabaseModule.forRoot(definition.entities),
      MessagingModule.forRoot({
        redisUrl: config.REDIS_URL,
        prefix: config.QUEUE_PREFIX,
        onError: (error, queue) => logger.warn({ err: error, queue }, 'queue trouble'),
        currentRequestId,
        withRequestId,
      }),
      ...definition.modules(config),
    ],
  };
}
