import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { CREDENTIAL_IS_OVER, whenCredentialEnds } from '../auth/credential-end';
import { principalOf } from '../auth/principal';
import { answerBegins } from './when-answered';

/** Emitted by an answer whose client may not have more of it. */
const OVER = Symbol('over');
/** Answers whose credential has an end. */
const ending = new WeakSet<ServerResponse>();
/** So long a client may take to read what was sent to it before its credential was over, ms. */
const LAST_READ_MS = 5000;

/**
 * Takes an answer out of the framework's hands and begins a stream of server-sent events, with the headers
 * that hooks have set (request id, CORS). From here on errors can't be told with a status any more. It ends when the
 * credential that opened it is over.
 */
export function beginEvents(reply: FastifyReply): ServerResponse {
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string | number | string[]>),
    'content-type': 'text/event-stream; charset=UTF-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
  reply.raw.flushHeaders();
  answerBegins(reply);
  // Fastify answers HEAD with the handler of GET: there is no body to wait for.
  if (reply.request.method === 'HEAD') reply.raw.end();
  else endWithCredential(reply);
  return reply.raw;
}

/** Thousands of streams may stand open: those whose credential has no end carry nothing for it. */
function endWithCredential({ request, raw }: FastifyReply): void {
  const principal = principalOf(request);
  if (principal?.expiresAt === undefined) return;
  ending.add(raw);
  raw.once(
    'close',
    whenCredentialEnds(principal, () => endAsOver(raw)),
  );
}

function endAsOver(response: ServerResponse): void {
  response.end(`: ${CREDENTIAL_IS_OVER}\n\n`);
  const timer = setTimeout(() => response.destroy(), LAST_READ_MS).unref();
  response.once('close', () => clearTimeout(timer));
  response.emit(OVER);
}

/**
 * Calls `listener` once when nothing can be sent to the client any more: its connection is gone, also when it went before
 * the stream began, or its credential is over.
 */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed || response.destroyed) {
    listener();
    return;
  }
  if (!ending.has(response)) {
    // It closes only once, and thousands stand open: `once` would keep a wrapper for each.
    response.on('close', listener);
    return;
  }
  const events = ['close', OVER];
  const hear = (): void => {
    for (const event of events) response.off(event, hear);
    listener();
  };
  for (const event of events) response.on(event, hear);
}

/**
 * Writes frames as fast as the client reads them: the next one is asked for when there is room. Ends the
 * response when there are no more, or when `signal` says so.
 */
export async function writeFrames(
  response: ServerResponse,
  frames: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const frame of frames) {
      if (signal.aborted) return;
      if (!response.write(frame)) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    response.end();
  }
}
