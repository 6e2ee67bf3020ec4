import type { FastifyInstance } from 'fastify';
import { maskTokens } from '../identity/bearer';
import { ACCESS_MESSAGE } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { whenAnswered } from '../requests/when-answered';

/** Writes one access-log line and one observation per request, when its response is finished. */
export function reportRequests(fastify: FastifyInstance, metrics: Metrics): void {
  whenAnswered(fastify, (request, reply) => {
    const { id: requestId, method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    // Hooks, which mask tokens, do not run for an address that Fastify itself refuses.
    const url = maskTokens(request.url);
    request.log.info({ requestId, method, url, status, ms: Math.round(ms * 1000) / 1000 }, ACCESS_MESSAGE);
    metrics.observeRequest(method, request.routeOptions.url ?? 'unknown', status, ms / 1000);
  });
}
