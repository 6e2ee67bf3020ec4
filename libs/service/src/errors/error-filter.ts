import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '../requests/request-context';
import type { RouteTable } from '../requests/route-table';
import { ErrorKind, publicMessage, ServiceError, statusOf, type ErrorFormat } from './service-error';
import { toServiceError } from './to-service-error';

/** Turns every error into the API's status and body, logged once. A path with other methods is 405 with `Allow`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly format: ErrorFormat,
    private readonly routes: RouteTable,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') return;
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also answers errors that Fastify raises before Nest sees the request. */
  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = missingRoute(thrown, request, this.routes) ?? toServiceError(thrown);
    const status = statusOf(this.format, error);
    if (error.kind === ErrorKind.Internal) request.log.error({ err: error.cause ?? error }, 'request failed');
    if (error.kind === ErrorKind.Unavailable)
      request.log.warn({ err: error.cause ?? error }, 'a server is unreachable');
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const context = { status, error, requestId: request.id, now: Date.now() };
    const shown = withMessage(error, publicMessage(context));
    const body = JSON.stringify(this.format.body({ ...context, error: shown }));
    void reply.code(status).headers(error.headers).header('Content-Type', 'application/json; charset=utf-8');
    const closesEarly = reply.getHeader('connection') === 'close' && !request.raw.complete;
    if (closesEarly) void drainRequest(request.raw).then(() => reply.send(body));
    else void reply.send(body);
  }

  /** Answers requests that Node's HTTP parser cannot read. */
  refuse({ code = '', reason }: Error & { code?: string; reason?: string }, socket: Duplex): void {
    if (code === 'ECONNRESET' || !socket.writable) return;
    // For other codes the message quotes the parser's reason: `Missing expected LF after header value`.
    const unreadable = `invalid HTTP request${reason === undefined ? '' : `: ${reason}`}`;
    const [status, message] = REFUSALS[code] ?? [400, unreadable];
    refuseSocket(this.format, status, new ServiceError(ErrorKind.Malformed, message), socket);
  }
}

function withMessage(error: ServiceError, message: string): ServiceError {
  const { kind, fields, headers, cause } = error;
  return error.message === message ? error : new ServiceError(kind, message, { fields, headers, cause });
}

/** Status and message by the error code of Node's HTTP parser. */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the address and the headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request was not received in time'],
  CONNECT: [400, 'invalid HTTP request: the method CONNECT is for proxies'],
  HPE_INVALID_METHOD: [400, 'invalid HTTP request: the method is unknown'],
  HPE_INVALID_URL: [
    400,
    'invalid HTTP request: spaces and characters beyond ASCII in the address must be percent-encoded',
  ],
  HPE_INVALID_CONSTANT: [
    400,
    'invalid HTTP request: its first line must be a method, an address without spaces, and HTTP/1.1',
  ],
  HPE_INVALID_VERSION: [400, 'invalid HTTP request: its version is unknown: use HTTP/1.1'],
  HPE_PAUSED_H2_UPGRADE: [400, 'HTTP/2 is not supported: use HTTP/1.1'],
  HPE_INVALID_HEADER_TOKEN: [400, 'invalid HTTP request: a header has an invalid character'],
};

/** Ends a connection with an error in the API's format, since no hook or route sees its request. */
export function refuseSocket(format: ErrorFormat, status: number, error: ServiceError, socket: Duplex): void {
  const requestId = randomUUID();
  const body = JSON.stringify(format.body({ status, error, requestId, now: Date.now() }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Time limit for draining a request, ms. */
const DRAIN_LIMIT_MS = 5000;

/** Drains a request's body, for 5 s: the kernel resets a connection closed while its client sends, and the response is lost. */
async function drainRequest(request: IncomingMessage): Promise<void> {
  const signal = AbortSignal.timeout(DRAIN_LIMIT_MS);
  await finished(request.resume(), { signal, writable: false }).catch(() => undefined);
}

/**
 * Returns the error of a request that no route takes: 405 with `Allow` when the address has other methods, else 404. Undefined
 * for an error that a route threw.
 */
function missingRoute(
  thrown: unknown,
  request: FastifyRequest,
  routes: RouteTable,
): ServiceError | undefined {
  if (!isRouteMissing(thrown, request)) return undefined;
  const methods = routes.methodsFor(request.url);
  // A route of static files passes on what it does not have, with a method that it takes.
  if (methods.length === 0 || methods.includes(request.method))
    return new ServiceError(ErrorKind.NotFound, `no such address: ${request.url}`);
  const allowed = methods.join(', ');
  const message = `the method ${request.method} is not allowed for this address: use ${allowed}`;
  return new ServiceError(ErrorKind.MethodNotAllowed, message, { headers: { Allow: allowed } });
}

/** Matches only the router's own "Cannot GET /x": a handler's 404 stays one. */
function isRouteMissing(thrown: unknown, { method, is404 }: FastifyRequest): boolean {
  if (thrown instanceof NotFoundException) return thrown.message.startsWith(`Cannot ${method} `);
  // Fastify checks the body of a QUERY request before it looks for a route.
  return method === 'QUERY' && is404 && thrown instanceof HttpException && thrown.getStatus() === 400;
}
