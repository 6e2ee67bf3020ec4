import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/service-config';

/** Methods that CORS allows at every address; an address without one of them still answers 405. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Response headers that pages may read; browsers hide all others but a few. */
const EXPOSED_HEADERS = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Ignored-Fields',
  'Last-Event-ID',
  'Link',
  'Location',
  'Portolan-Attempt',
  'Portolan-Offset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

export const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Lets web pages from `CORS_ORIGINS` call the API. Does nothing without origins. */
export function enableCors(app: NestFastifyApplication, { CORS_ORIGINS: origins }: ServiceConfig): void {
  if (origins.length === 0) return;
  const origin = origins.includes('*') ? '*' : origins;
  app.enableCors({ origin, methods: METHODS, exposedHeaders: EXPOSED_HEADERS });
}
