import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiResponse } from '@nestjs/swagger';
import type { Signals } from '@portolan/messaging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/service-config';
import { wantsEvents } from '../http/accept';
import { entityTag, namesTag } from '../http/entity-tag';
import { publicUrl } from '../requests/forwarded';
import { ANYBODY, principalOf } from '../identity/principal';
import type { Metrics } from '../metrics/metrics';
import { ResponseCache, type KeptResponse, type PendingResponse } from './response-cache';

declare module 'fastify' {
  interface FastifyContextConfig {
    cached?: true;
  }
}

const ROUTE_CONFIG = RouteConfig({}).KEY;
/** Statuses of writes that were refused before they could change anything. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 405, 429]);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const slot = Symbol('kept response');
/** A request and its response, which is cached, or in progress and to be cached. */
type CacheableRequest = FastifyRequest & { [slot]?: KeptResponse | PendingResponse };

/** Keeps the responses of a GET route for 200 ms and gives them an entity tag (V1-LIST-22, V1-LIST-23, V3-PAGE-6). */
export const CachedResponse = (): MethodDecorator =>
  applyDecorators(
    (_target: object, _name: string | symbol, { value }: PropertyDescriptor): void => {
      const settings = Reflect.getMetadata(ROUTE_CONFIG, value as object) as object | undefined;
      Reflect.defineMetadata(ROUTE_CONFIG, { ...settings, cached: true }, value as object);
    },
    ApiResponse({ status: 304, description: 'Not changed: `If-None-Match` names the entity tag.' }),
  );

interface CacheParts {
  config: ServiceConfig;
  metrics: Metrics;
  signals: Pick<Signals, 'sent'>;
  /** Routes to which launched processes report; their changes are signalled. */
  reports?: readonly string[];
}

/**
 * Serves the routes of {@link CachedResponse} from the cache, in place of their handlers: all hooks (guards, limits,
 * logs) run as usual. The cache is cleared by each write of a client and by each signal that this process sends. Must be
 * called before routes are declared.
 */
export function cacheResponses(
  fastify: FastifyInstance,
  { config, metrics, signals, reports = [] }: CacheParts,
): void {
  const cache = new ResponseCache();
  const requests = metrics.counter(
    'response_cache_requests_total',
    'Requests to routes whose responses are kept',
    ['result'],
  );
  signals.sent.subscribe(() => cache.clear());
  const reporting = new Set(reports);
  fastify.addHook(
    'onSend',
    ({ method, is404, routeOptions: { url = '' } }, { statusCode }, _payload, done) => {
      const isWrite = !READS.has(method) && !is404 && !REFUSED.has(statusCode);
      if (isWrite && !reporting.has(url) && !url.startsWith('/internal/')) cache.clear();
      done();
    },
  );
  fastify.addHook('onRoute', (route) => {
    if (!route.config?.cached) return;
    const { handler, onSend = [] } = route;
    route.onSend = [keepResponse, ...(Array.isArray(onSend) ? onSend : [onSend])];
    route.handler = function (request: CacheableRequest, reply): unknown {
      if (wantsEvents(request.headers.accept)) return handler.call(this, request, reply);
      const key = keyOf(request, config);
      const answer = (response: KeptResponse | undefined): unknown => {
        requests.inc({ result: response ? 'hit' : 'miss' });
        request[slot] = response ?? cache.begin(key);
        if (!response) return handler.call(this, request, reply);
        void reply.type(response.type).send(response.body);
        return undefined;
      };
      const serve = (whenWaited: (response: KeptResponse | undefined) => unknown): unknown => {
        const found = cache.find(key);
        return found instanceof Promise ? found.then(whenWaited) : answer(found);
      };
      // When a response cannot be shared, the first waiting request generates it again and the others wait for that.
      return serve((response) => (response ? answer(response) : serve(answer)));
    };
  });
}

/** Caches a response in progress, sets its entity tag, and sends no body to a client with a current copy. */
function keepResponse(
  request: CacheableRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload?: unknown) => void,
): void {
  const one = request[slot];
  const response = one && 'finish' in one ? finish(one, reply, payload) : one;
  if (!response || reply.statusCode !== 200) return done(null, payload);
  void reply.header('etag', response.tag);
  const { 'if-none-match': known } = request.headers;
  if (known === undefined || !namesTag(known, response.tag)) return done(null, payload);
  void reply.code(304).removeHeader('content-length');
  // For HEAD the framework itself drops the body.
  done(null, request.method === 'HEAD' ? payload : null);
}

function finish(one: PendingResponse, reply: FastifyReply, payload: unknown): KeptResponse | undefined {
  const isWhole = reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload));
  const body = isWhole ? Buffer.from(payload as string) : undefined;
  const type = String(reply.getHeader('content-type'));
  const response = body && { body, type, tag: entityTag(body) };
  one.finish(response);
  return response;
}

/** Identifies a response by everything that it depends on: the caller, the address as the client knows it, `Accept`. */
function keyOf(request: FastifyRequest, config: ServiceConfig): string {
  const { subject, via, roles, launch } = principalOf(request) ?? ANYBODY;
  const caller = [via, subject, ...roles, launch?.jobId];
  return JSON.stringify([caller, publicUrl(config, request), request.headers.accept, request.raw.url]);
}
