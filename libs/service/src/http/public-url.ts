import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/service-config';
import { forwardedAddress } from './forwarded';

/**
 * The base address a client knows us by, no slash at the end: `PUBLIC_URL`, else what the request came
 * to (forwarded headers count only from `TRUSTED_PROXIES`).
 */
export function publicUrl(config: ServiceConfig, request: FastifyRequest): string {
  const { protocol, host, raw } = request;
  return withoutSlashes(config.PUBLIC_URL ?? forwardedAddress(protocol, host, raw.headers));
}

/** Slashes at the end are cut off. A client writes its `Host`: a pattern that looks for them would take quadratic time. */
export function withoutSlashes(url: string): string {
  let { length } = url;
  while (url[length - 1] === '/') length -= 1;
  return url.slice(0, length);
}
