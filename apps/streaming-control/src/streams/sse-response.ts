import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Takes an answer out of the framework's hands and begins a stream of server-sent events, with the headers
 * that hooks have set (request id, CORS). From here on errors can't be told with a status any more.
 */
export function beginEvents(reply: FastifyReply): ServerResponse {
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=UTF-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
  reply.raw.flushHeaders();
  // Fastify answers HEAD with the handler of GET: there is no body to wait for.
  if (reply.request.method === 'HEAD') reply.raw.end();
  return reply.raw;
}

/** Calls `listener` once when the connection is gone, also when it went before the stream began. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed || response.destroyed) listener();
  else response.once('close', listener);
}

/** One event. JSON text has no line breaks, so one `data` line carries it. */
export const eventFrame = (json: string): string => `data: ${json}\n\n`;

/** Keeps proxies from closing an idle stream and shows dead clients; clients don't see it. */
export const COMMENT_FRAME = ':\n\n';
