import type { IncomingHttpHeaders } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { currentRequestId, enterRequest } from '@portolan/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MediaType } from '../answers/answer';
import { CODING_THRESHOLD, sendAtOnce, varyOf } from '../answers/send-answer';
import { QueryService, type DocumentInMemory } from '../query/query.service';
import { ALIAS_ROUTE, QUERY_ROUTE, pathOf } from './query-path';

/**
 * Answers the most frequent request, one current document as in memory, in the route's handler: Nest's pipeline costs several times the lookup.
 * Fastify's hooks run as usual; all other requests take the controller. To be called before routes are declared.
 */
export function answerQuickly(app: NestFastifyApplication): void {
  const queries = app.get(QueryService);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || (route.url !== QUERY_ROUTE && route.url !== ALIAS_ROUTE)) return;
    const { handler } = route;
    route.config = { ...route.config, entersLater: true };
    route.handler = function (request, reply): unknown {
      if (isSent(queries, request, reply)) return undefined;
      if (currentRequestId() === undefined) enterRequest(request.id);
      return handler.call(this, request, reply);
    };
  });
}

function isSent(queries: QueryService, { method, raw, headers }: FastifyRequest, reply: FastifyReply) {
  const known = method === 'GET' ? documentInMemory(queries, raw.url ?? '', headers) : undefined;
  if (!known) return false;
  void reply.header('vary', varyOf(reply));
  sendAtOnce(reply, known.body, ['etag', known.tag, 'content-type', known.type]);
  return true;
}

/** Returns the requested document if it can be sent as it is in memory: the response is no feed, and does not depend on the client's copy. */
function documentInMemory(
  queries: QueryService,
  url: string,
  { accept, 'if-none-match': known }: IncomingHttpHeaders,
): DocumentInMemory | undefined {
  // A query string may have to be refused.
  if (known !== undefined || accept?.includes(MediaType.Events) || url.includes('?')) return undefined;
  const document = queries.inMemory(pathOf(url));
  return document && document.body.length < CODING_THRESHOLD ? document : undefined;
}
