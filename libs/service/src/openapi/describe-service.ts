import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { loadConfig } from '../config/load-config';
import type { ServiceConfig } from '../config/service-config';
import { rootModule, type ServiceDefinition } from '../create-service';
import { createLogger } from '../logging/logger';
import { createDocument } from './openapi';

/** Settings without a default. Nothing is connected to: they only have to be valid. */
const STAND_INS = {
  DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  INTERNAL_TOKEN: 'nothing-is-asked-with-this',
};

/**
 * The `openapi.json` of a service with all its roles, without starting it: no provider is made, no database, Redis or
 * port is used.
 *
 * @param env settings that decide which routes there are
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
