import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { answerBegins } from './when-answered';

/**
 * Takes an answer out of the framework's hands and begins a stream of server-sent events, with the headers
 * that hooks have set (request id, CORS). From here on errors can't be told with a status any more.
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
  return reply.raw;
}

/** Calls `listener` once when the connection is gone, also when it went before the stream began. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed || response.destroyed) listener();
  else response.once('close', listener);
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
