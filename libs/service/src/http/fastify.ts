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
import { coverTokens } from '../auth/bearer';
import { trustedProxies } from '../auth/x509/trusted-proxies';
import type { ServiceConfig } from '../config/service-config';
import type { ErrorFilter } from '../errors/error-filter';
import { acceptJson } from '../limits/json-bodies';
import type { Metrics } from '../metrics/metrics';
import { reportAnswer } from './access-report';
import { dropUntrusted, readForwarded } from './forwarded';
import { NO_SCHEMAS } from './no-schemas';
import { REQUEST_ID_HEADER, acceptRequestId, enterRequest } from './request-context';
import type { RouteTable } from './route-table';
import { tlsOptions } from './tls';
import { whenAnswered } from './when-answered';

/** 1 MiB: what a JSON body may have. */
const BODY_LIMIT_BYTES = 1 << 20;

/** Fastify as every service uses it; the traps behind each option are in docs/decisions/fastify.md. */
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
    // Every line has the request's id from its scope; a logger of its own for each request costs more than many an answer.
    childLoggerFactory: (shared: FastifyBaseLogger) => shared,
    genReqId: (request) => acceptRequestId(request.headers[REQUEST_ID_HEADER]),
    routerOptions: { useSemicolonDelimiter: false, maxParamLength: 2048, ignoreTrailingSlash: true },
    // These errors come before any hook has run.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      // They name the whole address, which nobody has taken a token out of yet.
      error.message = coverTokens(error.message);
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

/** One access-log line and one observation a request, written when its answer is over. */
export function reportRequests(fastify: FastifyInstance, metrics: Metrics): void {
  whenAnswered(fastify, (request, reply) => {
    const { id: requestId, method, url } = request;
    const answered = { requestId, method, url, status: reply.statusCode, ms: reply.elapsedTime };
    reportAnswer(request.log, metrics, answered, request.routeOptions.url ?? 'unknown');
  });
}
