import type { FastifyInstance, FastifyRequest } from 'fastify';
import { enterRequest } from '../http/request-context';
import { whenAnswered } from '../http/when-answered';
import { TRACEPARENT_HEADER } from './traceparent';
import { SpanKind, type Span, type Tracing } from './tracing';

/** Addresses that machines ask every few seconds: no trace is about them. */
const UNTRACED = /^\/(?:health|metrics|docs)(?:[/?]|$)/;

/** Each request is a span, a part of the trace that its client names. Must follow the hook that gives requests their id. */
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
    // An address may carry what is nobody's business in its query; ids in the path are the use of a trace.
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'url.path': request.url.replace(/\?.*$/s, '').slice(0, 1024),
      'portolan.request_id': request.id,
    },
    parent: request.headers[TRACEPARENT_HEADER] ?? '',
  });
}
