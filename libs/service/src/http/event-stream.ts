import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Expiries } from '../identity/expiries';
import { principalOf, type Principal } from '../identity/principal';
import { forgetIgnoredFields } from '../requests/request-context';
import { answerBegins } from '../requests/when-answered';
import { setIgnoredFields } from './ignored-fields-header';

/** Emitted by a response with an expiring credential when that has expired or the connection is closed. */
const OVER = Symbol('over');
/** Property of a response: when its credential expires. */
const expiresAtKey = Symbol('expiry of the credential');
type Expiring = ServerResponse & { [expiresAtKey]?: number };
/** Time for a client to read the sent data after its credential expired, ms. */
const LAST_READ_MS = 5000;

/**
 * Takes a response over from the framework and sends its head at once, with the headers set by hooks. From then on errors cannot
 * change the status, and the headers of the request are empty.
 */
export function beginBody(reply: FastifyReply, headers: Readonly<Record<string, string>>): ServerResponse {
  setIgnoredFields(reply);
  const set = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(Object.fromEntries(set) as Record<string, string | number | string[]>),
    ...headers,
  });
  reply.raw.flushHeaders();
  answerBegins(reply);
  releaseHeaders(reply.request);
  return reply.raw;
}

const NO_HEADERS = Object.freeze({});

/** Thousands of streams may be open for days: the headers of each request, with its credential, are a sixth of a client's memory. */
function releaseHeaders({ raw }: FastifyRequest): void {
  raw.headers = NO_HEADERS;
  raw.rawHeaders = [];
  forgetIgnoredFields();
}

/** Begins a stream of server-sent events. The stream ends when its credential expires. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  const response = beginBody(reply, {
    'content-type': 'text/event-stream; charset=UTF-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
  // Fastify answers HEAD with the handler of GET: there is no body to wait for.
  if (reply.request.method === 'HEAD') response.end();
  else endWithCredential(reply);
  return response;
}

const openStreams = new Expiries<ServerResponse>(endAsOver);

/** Thousands of streams may be open, so each is an entry of a set, without a function or a timer of its own. */
function endWithCredential({ request, raw }: FastifyReply): void {
  const expiresAt = principalOf(request)?.expiresAt;
  if (expiresAt === undefined) return;
  (raw as Expiring)[expiresAtKey] = expiresAt;
  openStreams.add(expiresAt, raw);
  raw.on('close', endAsClosed);
}

function endAsClosed(this: Expiring): void {
  openStreams.delete(this[expiresAtKey] ?? 0, this);
  notifyOver(this);
}

function endAsOver(response: ServerResponse): void {
  response.end(`: ${CREDENTIAL_IS_OVER}\n\n`);
  const timer = setTimeout(() => response.destroy(), LAST_READ_MS).unref();
  response.once('close', () => clearTimeout(timer));
  notifyOver(response);
}

/** Calls the listeners of {@link whenClosed}, which are called only once. */
function notifyOver(response: ServerResponse): void {
  response.emit(OVER);
  response.removeAllListeners(OVER);
}

/** Calls `listener` once when nothing more can be sent: the connection is closed or the credential has expired. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed || response.destroyed) return listener();
  // `close` is emitted only once, and `once` would keep a wrapper for each of thousands of streams.
  response.on(expiresAtKey in response ? OVER : 'close', listener);
}

/** Writes frames at the client's pace. Ends the response after the last one, or when `signal` aborts. */
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

/** Reason sent to a client whose stream ends with its credential. */
export const CREDENTIAL_IS_OVER = 'the credential that opened this stream has expired';

/** Close code of a websocket whose client lost its authorization (RFC 6455: policy violation). */
const POLICY_VIOLATION = 1008;

/** The part of a websocket that is needed to end it. */
interface ClosableSocket {
  close(code: number, reason: string): void;
  once(event: 'close', listener: () => void): unknown;
}

const listeners = new Expiries<() => void>((listener) => listener());

/** Calls `listener` when a client's credential expires; never for one without an expiry. @returns a function that cancels */
export function whenCredentialEnds(principal: Principal | undefined, listener: () => void): () => void {
  const end = principal?.expiresAt;
  if (end === undefined) return () => undefined;
  listeners.add(end, listener);
  return () => listeners.delete(end, listener);
}

/** Closes a websocket, with code 1008 and the reason, when the credential that opened it expires. */
export function closeWithCredential(socket: ClosableSocket, principal: Principal | undefined): void {
  const forget = whenCredentialEnds(principal, () => socket.close(POLICY_VIOLATION, CREDENTIAL_IS_OVER));
  socket.once('close', forget);
}
