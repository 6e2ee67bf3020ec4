import type { IncomingHttpHeaders } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { currentRequestId, enterRequest, wantsEvents } from '@portolan/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ALIAS_ROUTE, QUERY_ROUTE, pathOf } from '../address/api-path';
import { CODING_THRESHOLD } from '../answers/answer';
import { sendAtOnce, varyOf } from '../answers/send-answer';
import { QueryService, type AnswerInMemory } from '../query/query.service';

/**
 * Answers the most frequent requests, whose answers are in memory, in the route's handler: Nest's pipeline costs several times the lookup.
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
  const known = method === 'GET' ? answerInMemory(queries, raw.url ?? '', headers) : undefined;
  if (!known) return false;
  void reply.header('vary', varyOf(reply));
  const position = known.position === undefined ? [] : ['last-event-id', `${known.position}`];
  sendAtOnce(reply, known.body, ['etag', known.tag, 'content-type', known.type, ...position]);
  return true;
}

/** Returns the answer if it can be sent as it is in memory: the response is no feed, and does not depend on the client's copy. */
function answerInMemory(
  queries: QueryService,
  url: string,
  { accept, 'if-none-match': known }: IncomingHttpHeaders,
): AnswerInMemory | undefined {
  // A query string may have to be refused.
  if (known !== undefined || wantsEvents(accept) || url.includes('?')) return undefined;
  const answer = queries.inMemory(pathOf(url));
  return answer && answer.body.length < CODING_THRESHOLD ? answer : undefined;
}
