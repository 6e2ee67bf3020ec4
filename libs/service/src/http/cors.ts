import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceConfig } from '../config/service-config';

/** Every verb that a route may have; one that an address does not know is still 405, with the ones that it knows. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What answers carry besides their body and a page may read; browsers hide all others but a few. */
export const EXPOSED_HEADERS = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Ignored-Fields',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** Lets pages of `CORS_ORIGINS` call the service with all that it offers. Without origins nothing is set up. */
export function allowPages(app: NestFastifyApplication, { CORS_ORIGINS: origins }: ServiceConfig): void {
  if (origins.length === 0) return;
  app.enableCors({
    origin: origins.includes('*') ? '*' : origins,
    methods: METHODS,
    exposedHeaders: EXPOSED_HEADERS,
  });
}
