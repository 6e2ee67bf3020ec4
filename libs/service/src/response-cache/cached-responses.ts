import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiResponse } from '@nestjs/swagger';
import type { Signals } from '@portolan/messaging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/service-config';
import { wantsEvents } from '../http/accept';
import { entityTag, namesTag } from '../http/entity-tag';
import { ANYBODY, principalOf } from '../identity/principal';
import type { Metrics } from '../metrics/metrics';
import { publicUrl } from '../requests/forwarded';

/** A response as bytes, with the headers that describe them. */
export interface KeptResponse {
  readonly body: Buffer;
  readonly type: string;
  readonly tag: string;
}

/** A response in progress; requests with the same key wait for it. */
export interface PendingResponse {
  /** Resolves with undefined when no response can be shared: after a failure, or a concurrent change. */
  readonly response: Promise<KeptResponse | undefined>;
  /** Time (`performance.now()`) at which the response is stale, ms. */
  readonly until: number;
  readonly finish: (response: KeptResponse | undefined) => void;
}

/** Age at which a response is stale, ms, counted from the moment before its first read (V1-LIST-23). */
const KEEP_MS = 200;
/** Limit of all bodies and their keys together, bytes. */
const MAX_BYTES = 16 << 20;

/**
 * Caches frequently requested responses as bytes for {@link KEEP_MS}; every change by this process clears the cache
 * (docs/decisions/response-cache.md).
 */
class ResponseCache {
  private readonly kept = new Map<string, { response: KeptResponse; until: number }>();
  private readonly pending = new Map<string, PendingResponse>();
  private bytes = 0;
  /** Number of changes so far. */
  private generation = 0;

  /** Returns a fresh response, or a promise of the one in progress; undefined when the caller has to {@link begin}. */
  find(key: string): KeptResponse | Promise<KeptResponse | undefined> | undefined {
    const now = performance.now();
    const kept = this.kept.get(key);
    if (kept && now < kept.until) return kept.response;
    const pending = this.pending.get(key);
    return pending && now < pending.until ? pending.response : undefined;
  }

  /** Starts a response. The caller must `finish` it, also when the request fails. */
  begin(key: string): PendingResponse {
    let resolve: (response: KeptResponse | undefined) => void;
    const response = new Promise<KeptResponse | undefined>((done) => (resolve = done));
    const until = performance.now() + KEEP_MS;
    const { generation } = this;
    const finish = (made: KeptResponse | undefined): void => {
      if (this.pending.get(key) === one) this.pending.delete(key);
      const isCurrent = generation === this.generation;
      if (isCurrent && made) this.keep(key, made, until);
      resolve(isCurrent ? made : undefined);
    };
    const one: PendingResponse = { response, until, finish };
    this.pending.set(key, one);
    return one;
  }

  /** Clears all responses, including those in progress, which may have been read before the change. */
  clear(): void {
    this.generation += 1;
    this.kept.clear();
    this.pending.clear();
    this.bytes = 0;
  }

  private keep(key: string, response: KeptResponse, until: number): void {
    const ms = until - performance.now();
    const size = response.body.length + key.length;
    if (ms <= 0 || this.bytes + size > MAX_BYTES) return;
    const one = { response, until };
    this.forget(key);
    this.kept.set(key, one);
    this.bytes += size;
    // Frees the memory; `find` checks the age itself, because timers run late on a busy process.
    setTimeout(() => {
      if (this.kept.get(key) === one) this.forget(key);
    }, ms).unref();
  }

  private forget(key: string): void {
    const kept = this.kept.get(key);
    if (kept) this.bytes -= kept.response.body.length + key.length;
    this.kept.delete(key);
  }
}

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
