import type { ServerResponse } from 'node:http';
import { beginBody, principalOf, whenClosed, whenCredentialEnds } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import type { FollowedBytes } from './followed-files.service';

/** Idle time after which the kernel asks whether the client is still there, ms. */
const KEEP_ALIVE_MS = 30_000;

/** Proxies must neither collect nor compress what is sent. */
const HEADERS = {
  'accept-ranges': 'none',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** How a growing file is sent. */
export interface GrowingAnswer {
  headers?: Readonly<Record<string, string>>;
  bytes: FollowedBytes;
  /** Time without progress of the client after which the connection is broken, ms. @default unlimited */
  stallMs?: number;
}

/**
 * Sends bytes as they come, at the client's pace. A client that goes away ends the reading. When the bytes fail, or the
 * credential expires, the connection is broken before the end of the body, so that the client knows that something is missing.
 */
export async function sendGrowing(
  reply: FastifyReply,
  { headers = {}, bytes, stallMs = Infinity }: GrowingAnswer,
): Promise<void> {
  const response = beginBody(reply, { ...HEADERS, ...headers });
  if (reply.request.method === 'HEAD') {
    response.end();
    return;
  }
  response.socket?.setKeepAlive(true, KEEP_ALIVE_MS);
  const leave = new AbortController();
  whenClosed(response, () => leave.abort());
  const forget = whenCredentialEnds(principalOf(reply.request), () => response.destroy());
  try {
    for await (const chunk of bytes(leave.signal)) {
      if (!response.write(chunk)) await drained(response, stallMs, leave.signal);
    }
    response.end();
  } catch (error) {
    if (!leave.signal.aborted) reply.request.log.info({ err: error }, 'a followed file was broken off');
    response.destroy();
  } finally {
    forget();
    leave.abort();
  }
}

function drained(response: ServerResponse, stallMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      response.off('drain', settle);
      signal.removeEventListener('abort', left);
      if (error) reject(error);
      else resolve();
    };
    const left = (): void => settle(new Error('the client has left'));
    const timer =
      stallMs === Infinity
        ? undefined
        : setTimeout(() => settle(new Error(`nothing was transferred for ${stallMs} ms`)), stallMs).unref();
    response.on('drain', settle);
    if (signal.aborted) left();
    else signal.addEventListener('abort', left);
  });
}
