import type { OutgoingHttpHeader } from 'node:http';
import { currentRequestId, enterRequest } from '@portolan/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MediaType } from './answer';
import { QUERY_ADDRESSES, pathOf } from './query-path';
import type { QueryService } from './query.service';
import { CODING_THRESHOLD, varyOf } from './send-answer';

/**
 * Answers the most frequent request, one current document just as memory has it, ahead of Nest's pipeline and Fastify's:
 * both together cost several times what finding the document does. Everything else, and every error, goes their way; so does
 * a client that has the document already, or asks for a feed. What Fastify does before a route's handler (request id,
 * access, limits) and after its answer (access log, metrics) is done for these answers too.
 * To be called before routes are made.
 */
export function answerQuickly(fastify: FastifyInstance, queries: QueryService): void {
  const routes = new Set(QUERY_ADDRESSES.map((address) => `/${address}/*`));
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || !routes.has(route.url)) return;
    const { handler } = route;
    route.config = { ...route.config, entersLater: true };
    route.handler = function (request, reply): unknown {
      if (isSent(queries, request, reply)) return undefined;
      if (currentRequestId() === undefined) enterRequest(request.id);
      return handler.call(this, request, reply);
    };
  });
}

function isSent(
  queries: QueryService,
  { method, raw, headers }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return false;
  if (headers.accept?.includes(MediaType.Events)) return false;
  const known = queries.inMemory(pathOf(raw.url ?? ''));
  if (!known || known.body.length >= CODING_THRESHOLD) return false;
  const { body, type, tag } = known;
  reply.hijack();
  const own = ['vary', varyOf(reply), 'etag', tag, 'content-type', type, 'content-length', `${body.length}`];
  reply.raw.writeHead(200, [...headersOf(reply), ...own]);
  // One character a byte: head and body leave with one write.
  reply.raw.end(body.toString('latin1'), 'latin1');
  return true;
}

/** What hooks have set, as names and values by turns: node:http takes that as it is. */
function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  const headers = reply.getHeaders();
  const flat: OutgoingHttpHeader[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && name !== 'vary') flat.push(name, value);
  }
  return flat;
}
