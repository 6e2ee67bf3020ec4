import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { answerEarly, currentRequestId, enterRequest, type EarlyAnswer } from '@portolan/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HistoryConfig } from '../history-config';
import { MediaType } from './answer';
import { QUERY_ADDRESSES, pathOf } from './query-path';
import { QueryService } from './query.service';
import { CODING_THRESHOLD, VARYING, varyOf } from './send-answer';
import { sendAtOnce } from './send-at-once';

/** Where documents are asked for, and their routes as Fastify takes them. */
const ROUTES = QUERY_ADDRESSES.map((address) => ({ prefix: `/${address}/`, route: `/${address}/*` }));

/**
 * Answers the most frequent request, one current document just as memory has it, ahead of Nest's pipeline, and ahead of
 * Fastify's where nobody judges requests: both together cost several times what finding the document does. Everything
 * else, and every error, goes their way; so does a client that has the document already, or asks for a feed. What is done
 * for every request (request id, access, limits, access log, metrics) is done for these, too.
 * To be called before routes are made.
 */
export function answerQuickly(app: NestFastifyApplication, config: Readonly<HistoryConfig>): void {
  const queries = app.get(QueryService);
  answerEarly(app, config, (request) => earlyAnswer(queries, request));
  answerInHandler(app.getHttpAdapter().getInstance(), queries);
}

function earlyAnswer(
  queries: QueryService,
  { method, url, headers }: IncomingMessage,
): EarlyAnswer | undefined {
  // A query string may carry a token, which is kept out of the log elsewhere.
  if (method !== 'GET' || url === undefined || url.includes('?')) return undefined;
  const asked = ROUTES.find(({ prefix }) => url.startsWith(prefix));
  const known = asked && documentInMemory(queries, url, headers);
  return known && { route: asked.route, headers: ['vary', VARYING, ...headersOf(known)], body: known.body };
}

function answerInHandler(fastify: FastifyInstance, queries: QueryService): void {
  const routes = new Set(ROUTES.map(({ route }) => route));
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
  const known = method === 'GET' ? documentInMemory(queries, raw.url ?? '', headers) : undefined;
  if (!known) return false;
  void reply.header('vary', varyOf(reply));
  sendAtOnce(reply, known.body, headersOf(known));
  return true;
}

type DocumentInMemory = NonNullable<ReturnType<QueryService['inMemory']>>;

/** The document that is asked for, when it can be sent as memory has it. */
function documentInMemory(
  queries: QueryService,
  url: string,
  { accept, 'if-none-match': known }: IncomingHttpHeaders,
): DocumentInMemory | undefined {
  if (known !== undefined || accept?.includes(MediaType.Events)) return undefined;
  const document = queries.inMemory(pathOf(url));
  return document && document.body.length < CODING_THRESHOLD ? document : undefined;
}

const headersOf = ({ tag, type }: DocumentInMemory): string[] => ['etag', tag, 'content-type', type];
