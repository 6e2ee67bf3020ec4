import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  answerEarly,
  currentRequestId,
  enterRequest,
  type EarlyAnswer,
  type FoundEarly,
} from '@portolan/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HistoryConfig } from '../history-config';
import { codingFor } from '../rendering/content-coding';
import { entityTag } from '../rendering/entity-tag';
import { MediaType, type Answer } from './answer';
import { BegunAnswers } from './begun-answers';
import { wholeOrChunks } from './chunks';
import { QUERY_ADDRESSES, pathOf } from './query-path';
import { QueryService } from './query.service';
import { CODING_THRESHOLD, VARYING, varyOf } from './send-answer';
import { sendAtOnce } from './send-at-once';

/** Where documents are asked for, and their routes as Fastify takes them. */
const ROUTES = QUERY_ADDRESSES.map((address) => ({ prefix: `/${address}/`, route: `/${address}/*` }));

/**
 * Answers the most frequent request, one current document just as memory has it, ahead of Nest's pipeline, and ahead of
 * Fastify's where nobody judges requests: both together cost several times what finding the document does. There the past of
 * one document is answered so, too. Everything else, and every error, goes their way; so does a client that has the document
 * already, takes it compressed, or asks for a feed. What is done for every request (request id, access, limits, access log,
 * metrics) is done for these, too.
 * To be called before routes are made.
 */
export function answerQuickly(app: NestFastifyApplication, config: Readonly<HistoryConfig>): void {
  const queries = app.get(QueryService);
  const begun = app.get(BegunAnswers);
  answerEarly(app, config, (request) => earlyAnswer(queries, begun, request));
  answerInHandler(app.getHttpAdapter().getInstance(), queries);
}

function earlyAnswer(queries: QueryService, begun: BegunAnswers, request: IncomingMessage): FoundEarly {
  const { method, url, headers } = request;
  // A query string may carry a token, which is kept out of the log elsewhere.
  if (method !== 'GET' || url === undefined || url.includes('?')) return undefined;
  const asked = ROUTES.find(({ prefix }) => url.startsWith(prefix));
  if (!asked) return undefined;
  const known = documentInMemory(queries, url, headers);
  if (known) return early(asked.route, known);
  if (isConditional(headers) || codingFor(headers['accept-encoding']) !== undefined) return undefined;
  const past = queries.pastOfOne(pathOf(url));
  return past && pastAnswer(begun, request, asked.route, past);
}

async function pastAnswer(
  begun: BegunAnswers,
  request: IncomingMessage,
  route: string,
  past: Promise<Answer>,
): Promise<EarlyAnswer | undefined> {
  const whole = past.then((answer) => ({ ...answer, body: wholeOrChunks(answer.body) }));
  begun.keep(request, whole);
  const { type, body } = await whole;
  return Buffer.isBuffer(body) ? early(route, { type, body, tag: entityTag(body) }) : undefined;
}

const early = (route: string, document: DocumentInMemory): EarlyAnswer => ({
  route,
  headers: ['vary', VARYING, ...headersOf(document)],
  body: document.body,
});

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
  headers: IncomingHttpHeaders,
): DocumentInMemory | undefined {
  // A query string may have to be refused.
  if (isConditional(headers) || url.includes('?')) return undefined;
  const document = queries.inMemory(pathOf(url));
  return document && document.body.length < CODING_THRESHOLD ? document : undefined;
}

/** True when the answer depends on what the client has, or is a feed. */
const isConditional = ({ accept, 'if-none-match': known }: IncomingHttpHeaders): boolean =>
  known !== undefined || (accept?.includes(MediaType.Events) ?? false);

const headersOf = ({ tag, type }: DocumentInMemory): string[] => ['etag', tag, 'content-type', type];
