import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
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
import type { LimitsConfig, ServiceConfig } from '../config/service-config';
import type { ErrorFilter } from '../errors/error-filter';
import { malformed } from '../errors/service-error';
import { maskTokens } from '../identity/bearer';
import { acceptJson } from '../json/json-bodies';
import { dropUntrusted, readForwarded, trustedProxies } from '../requests/forwarded';
import { acceptRequestId, enterRequest, REQUEST_ID_HEADER } from '../requests/request-context';
import type { RouteTable } from '../requests/route-table';
import { isPreflight } from './cors';
import { tlsOptions } from './tls-options';

/** 1 MiB: the limit of a JSON body. */
const BODY_LIMIT_BYTES = 1 << 20;
/** Node.js would refuse a request without `Host` with an empty response. */
const HOST_CHECKED_HERE = { requireHostHeader: false };

/** Creates Fastify as every service uses it; docs/decisions/fastify.md has the reasons of each option. */
export function createAdapter(
  config: ServiceConfig,
  logger: Logger,
  filter: ErrorFilter,
  routes: RouteTable,
): FastifyAdapter {
  const tls = tlsOptions(config);
  const adapter = new FastifyAdapter<RawServerDefault>({
    loggerInstance: logger,
    https: tls ? { ...tls, ...HOST_CHECKED_HERE } : null,
    http: HOST_CHECKED_HERE,
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
      // The message of such an error contains the whole address, including a token.
      error.message = maskTokens(error.message);
      filter.answer(error, request, reply.header(REQUEST_ID_HEADER, request.id));
    },
    clientErrorHandler: (error: Error, socket: Socket) => filter.refuse(error, socket),
  } as FastifyServerOptions<RawServerDefault>);
  const fastify = adapter.getInstance<FastifyInstance>();
  const isProxy = trustedProxies(config.TRUSTED_PROXIES);
  fastify.addHook('onRoute', (route) => routes.add(route.method, route.url));
  // Unlike any other hook, this one precedes that of CORS, which answers preflight requests.
  adapter.setOnRequestHook((request, reply, done) => {
    const { headers, socket } = request.raw;
    if (isProxy(socket.remoteAddress)) readForwarded(headers);
    else dropUntrusted(headers);
    if (!request.routeOptions.config.entersLater) enterRequest(request.id);
    reply.header(REQUEST_ID_HEADER, request.id);
    const problem = hostProblem(request.raw);
    if (problem !== undefined)
      filter.answer(malformed('Host', `invalid HTTP request: the header Host ${problem}`), request, reply);
    // CORS would also answer an OPTIONS request that is no preflight, with plain text.
    else if (request.method === 'OPTIONS' && !isPreflight(request)) reply.callNotFound();
    else done();
  });
  // Without a listener for CONNECT, Node.js ends the connection without a response.
  const connectRefused = Object.assign(new Error('CONNECT'), { code: 'CONNECT' });
  fastify.server.on('connect', (_request, socket) => filter.refuse(connectRefused, socket));
  // Without a listener, Node.js answers an expectation other than 100-continue by 417 without a body. A server may ignore it.
  fastify.server.on('checkExpectation', (request, response) =>
    fastify.server.emit('request', request, response),
  );
  limitConnections(fastify.server, config);
  acceptJson(fastify);
  return adapter;
}

/** Keeps Fastify from loading its compilers of JSON schemas (several MB): class-validator checks bodies. */
const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};

function refuseSchema(): never {
  throw new Error('routes have no JSON schemas: class-validator checks bodies');
}

/** Interval between checks for slow connections, ms. */
const SLOW_CHECK_MS = 1000;

/** Ends connections of slow senders (408). Responses have no limit: streams stay open while they are read. */
function limitConnections(
  server: Server & { connectionsCheckingInterval?: number },
  config: LimitsConfig,
): void {
  server.headersTimeout = Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS);
  server.requestTimeout = config.REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = config.KEEP_ALIVE_MS;
  server.connectionsCheckingInterval = Math.min(SLOW_CHECK_MS, server.headersTimeout);
}

/** Returns the problem of the header `Host` (RFC 9112, section 3.2); undefined without one. Of two such headers, a proxy may have read the other one. */
function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'is missing' : undefined;
  // The links of the response would have no host.
  if (headers.host.trim() === '') return 'is empty';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'is given twice' : undefined;
}
