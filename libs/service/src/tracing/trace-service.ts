import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MessageTracing } from '@portolan/messaging';
import type { ServiceConfig } from '../config/service-config';
import type * as Otlp from './otlp-tracing';
import { NoTracing, SpanKind, TRACEPARENT_HEADER, type Span, type Tracing } from './tracing';
import { currentSpan, enterRequest } from '../requests/request-context';
import { whenAnswered } from '../requests/when-answered';

const load = createRequire(__filename);

/** Starts tracing as configured; OpenTelemetry is loaded only when tracing is on. */
export function startTracing(
  service: { name: string; version: string },
  config: ServiceConfig,
  logger: Logger,
): Tracing {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return new NoTracing();
  const { OtlpTracing } = load('./otlp-tracing') as typeof Otlp;
  return new OtlpTracing(service, config, logger);
}

/** Addresses that probes call every few seconds: they are not traced. */
const UNTRACED = /^\/(?:health|metrics|docs)(?:[/?]|$)/;

/** Makes each request a span, a part of the client's trace. Must follow the hook that sets the request id. */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  if (!tracing.on) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!UNTRACED.test(request.url)) {
      const span = begin(tracing, request);
      spans.set(request, span);
      enterRequest(request.id, span);
    }
    done();
  });
  whenAnswered(fastify, (request, reply) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? new Error(`answered with ${reply.statusCode}`) : undefined);
  });
}

function begin(tracing: Tracing, request: FastifyRequest): Span {
  const route = request.routeOptions.url;
  return tracing.start(route === undefined ? request.method : `${request.method} ${route}`, {
    kind: SpanKind.Server,
    // The query of an address may contain private data; ids in the path make traces useful.
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'url.path': request.url.split('?', 1)[0]?.slice(0, 1024),
      'portolan.request_id': request.id,
    },
    parent: request.headers[TRACEPARENT_HEADER] ?? '',
  });
}

/** Spans of messages, for `Queues`; undefined while traces are off. */
export function messageTracing(tracing: Tracing): MessageTracing | undefined {
  if (!tracing.on) return undefined;
  const of = (queue: string) => ({ 'messaging.system': 'bullmq', 'messaging.destination.name': queue });
  return {
    sending: (queue, parent) => {
      // A message without a trace (of a sweep or a schedule) starts one in its handler.
      if (parent === undefined && !currentSpan()) return undefined;
      return tracing.start(`send ${queue}`, { kind: SpanKind.Producer, attributes: of(queue), parent });
    },
    handling: (queue, { id, waitedMs, traceparent: parent = '' }, work) => {
      const own = { 'messaging.message.id': id, 'portolan.message.waited_ms': waitedMs };
      const attributes = { ...of(queue), ...own };
      return tracing.trace(`process ${queue}`, { kind: SpanKind.Consumer, attributes, parent }, work);
    },
  };
}
