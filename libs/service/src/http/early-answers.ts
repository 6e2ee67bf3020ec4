import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { isAuthOn } from '../config/auth-config';
import type { ServiceConfig } from '../config/service-config';
import { ServiceLogger } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { CrossSiteGuard } from './cross-site/cross-site-guard';
import { reportAnswer } from './access-report';
import { REQUEST_ID_HEADER, acceptRequestId } from './request-context';

/** An answer (200) that needs nothing of Fastify's. */
export interface EarlyAnswer {
  /** The route that would have answered, as Fastify takes it. */
  route: string;
  /** Names and values by turns, besides request id and `content-length`. */
  headers: readonly string[];
  body: Buffer;
}

/** What {@link FindEarlyAnswer} has found: at once or soon; undefined when the request takes the usual way. */
export type FoundEarly = EarlyAnswer | Promise<EarlyAnswer | undefined> | undefined;

export type FindEarlyAnswer = (request: IncomingMessage) => FoundEarly;

/**
 * True when nobody judges, limits, traces or marks requests: what Fastify does besides the route's handler is then the
 * request id, the access log and the metrics.
 */
export function isUnguarded(config: ServiceConfig): boolean {
  const { RATE_LIMIT_READS_PER_MINUTE, OTEL_EXPORTER_OTLP_ENDPOINT, CORS_ORIGINS } = config;
  const isUntraced = OTEL_EXPORTER_OTLP_ENDPOINT === undefined;
  return !isAuthOn(config) && RATE_LIMIT_READS_PER_MINUTE === 0 && isUntraced && CORS_ORIGINS.length === 0;
}

/**
 * Answers requests ahead of Fastify, whose routing, hooks and reply cost several times what finding such an answer does.
 * Only where {@link isUnguarded}; what `find` does not know, or throws at, goes Fastify's way, and while the service closes
 * everything does.
 */
export function answerEarly(app: NestFastifyApplication, config: ServiceConfig, find: FindEarlyAnswer): void {
  if (!isUnguarded(config)) return;
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const { server } = fastify;
  const log = app.get(ServiceLogger);
  const metrics = app.get(Metrics);
  const sites = app.get(CrossSiteGuard);
  const usual = server.listeners('request') as RequestListener[];
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const began = performance.now();
    const answer = (early: EarlyAnswer | undefined): void => {
      if (!early) {
        for (const listener of usual) listener.call(server, request, response);
        return;
      }
      const requestId = acceptRequestId(request.headers[REQUEST_ID_HEADER]);
      send(response, requestId, early);
      const { method = '', url = '' } = request;
      const ms = performance.now() - began;
      reportAnswer(log, metrics, { requestId, method, url, status: 200, ms }, early.route);
    };
    const early = closing || sites.hostRefusal(request) ? undefined : found(find, request);
    if (early instanceof Promise) early.then(answer, () => answer(undefined));
    else answer(early);
  });
}

/** What can't be answered early for whatever reason is told by the usual way. */
function found(find: FindEarlyAnswer, request: IncomingMessage): FoundEarly {
  try {
    return find(request);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, requestId: string, { headers, body }: EarlyAnswer): void {
  response.writeHead(200, [REQUEST_ID_HEADER, requestId, ...headers, 'content-length', `${body.length}`]);
  // One character a byte: head and body leave with one write.
  response.end(body.toString('latin1'), 'latin1');
}
