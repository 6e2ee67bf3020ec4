import type { Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import type { Server } from 'node:http';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify';
import type { Logger } from 'pino';
import { maskTokens } from '../identity/bearer';
import { dropUntrusted, readForwarded } from '../requests/forwarded';
import { trustedProxies } from '../requests/trusted-proxies';
import type { LimitsConfig, ServiceConfig } from '../config/service-config';
import type { ErrorFilter } from '../errors/error-filter';
import { acceptJson } from '../limits/json-bodies';
import { ACCESS_MESSAGE } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { REQUEST_ID_HEADER, acceptRequestId, enterRequest } from '../requests/request-context';
import type { RouteTable } from '../requests/route-table';
import { whenAnswered } from '../requests/when-answered';
import type { AuthConfig } from '../config/auth-config';
import { misconfigured, readSettingFile } from '../config/load-config';

/** 1 MiB: the limit of a JSON body. */
const BODY_LIMIT_BYTES = 1 << 20;
/** Interval between checks for slow connections, ms. */
const SLOW_CHECK_MS = 1000;

/** Creates Fastify as every service uses it; docs/decisions/fastify.md has the reasons of each option. */
export function createAdapter(
  config: ServiceConfig,
  logger: Logger,
  filter: ErrorFilter,
  routes: RouteTable,
): FastifyAdapter {
  const adapter = new FastifyAdapter<RawServerDefault>({
    loggerInstance: logger,
    https: tlsOptions(config) ?? null,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT_BYTES,
    schemaController: NO_SCHEMAS,
    // The request id of each line comes from the request's scope: a logger per request would cost more than a short response.
    childLoggerFactory: (shared: FastifyBaseLogger) => shared,
    genReqId: (request) => acceptRequestId(request.headers[REQUEST_ID_HEADER]),
    routerOptions: { useSemicolonDelimiter: false, maxParamLength: 2048, ignoreTrailingSlash: true },
    // These errors occur before any hook has run.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      // Their messages contain the whole address, including a token.
      error.message = maskTokens(error.message);
      filter.answer(error, request, reply.header(REQUEST_ID_HEADER, request.id));
    },
    clientErrorHandler: (error: Error, socket: Socket) => filter.refuse(error, socket),
  } as FastifyServerOptions<RawServerDefault>);
  const fastify = adapter.getInstance<FastifyInstance>();
  const isProxy = trustedProxies(config.TRUSTED_PROXIES);
  fastify.addHook('onRoute', (route) => routes.add(route.method, route.url));
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers, socket } = request.raw;
    if (isProxy(socket.remoteAddress)) readForwarded(headers);
    else dropUntrusted(headers);
    if (!request.routeOptions.config.entersLater) enterRequest(request.id);
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  acceptJson(fastify);
  return adapter;
}

/** Writes one access-log line and one observation per request, when its response is finished. */
export function reportRequests(fastify: FastifyInstance, metrics: Metrics): void {
  whenAnswered(fastify, (request, reply) => {
    const { id: requestId, method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    // Hooks, which mask tokens, do not run for an address that Fastify itself refuses.
    const url = request.url.includes('?') ? maskTokens(request.url) : request.url;
    request.log.info({ requestId, method, url, status, ms: Math.round(ms * 1000) / 1000 }, ACCESS_MESSAGE);
    metrics.observeRequest(method, request.routeOptions.url ?? 'unknown', status, ms / 1000);
  });
}

/** Keeps Fastify from loading its compilers of JSON schemas (several MB): class-validator checks bodies. */
const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};

function refuseSchema(): never {
  throw new Error('routes have no JSON schemas: class-validator checks bodies');
}

/**
 * Returns the TLS options of the service's port. With authorities clients are asked for a certificate; an invalid one does not
 * end the connection, because health and metrics need none. @throws ConfigurationError for an unusable file
 */
function tlsOptions(settings: AuthConfig): (SecureContextOptions & TlsOptions) | undefined {
  if (settings.TLS_CERT_FILE === undefined) return undefined;
  const read = (name: 'TLS_CA_FILE' | 'TLS_CERT_FILE' | 'TLS_KEY_FILE'): Buffer | undefined =>
    settings[name] === undefined ? undefined : Buffer.from(readSettingFile(name, settings[name]));
  const ca = read('TLS_CA_FILE');
  const options = {
    cert: read('TLS_CERT_FILE'),
    key: read('TLS_KEY_FILE'),
    ...(ca && { ca, requestCert: true, rejectUnauthorized: false }),
    minVersion: 'TLSv1.2' as const,
  };
  try {
    createSecureContext(options);
  } catch (error) {
    throw misconfigured('TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE cannot be used', error);
  }
  return options;
}

/** All methods of routes; one that an address does not have is still 405 with the allowed ones. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Response headers that pages may read; browsers hide all others but a few. */
const EXPOSED_HEADERS = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Ignored-Fields',
  'Link',
  'Location',
  'Portolan-Attempt',
  'Portolan-Offset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** Lets pages of `CORS_ORIGINS` call the whole API. Does nothing without origins. */
export function allowPages(app: NestFastifyApplication, { CORS_ORIGINS: origins }: ServiceConfig): void {
  if (origins.length === 0) return;
  const origin = origins.includes('*') ? '*' : origins;
  app.enableCors({ origin, methods: METHODS, exposedHeaders: EXPOSED_HEADERS });
}

/** Ends connections of slow senders (408). Responses have no limit: streams stay open while they are read. */
export function limitConnections(
  server: Server & { connectionsCheckingInterval?: number },
  config: LimitsConfig,
): void {
  server.headersTimeout = Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS);
  server.requestTimeout = config.REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = config.KEEP_ALIVE_MS;
  server.connectionsCheckingInterval = Math.min(SLOW_CHECK_MS, server.headersTimeout);
}
