import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/service-config';

/**
 * The base address a client knows us by, no slash at the end: `PUBLIC_URL`, else what the request came
 * to (forwarded headers count only from `TRUSTED_PROXIES`).
 */
export function publicUrl(config: ServiceConfig, request: FastifyRequest): string {
  return (config.PUBLIC_URL ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
}
