import type { Socket } from 'node:net';
import {
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { drainRequest } from '../http/drain-request';
import type { RouteTable } from '../http/route-table';
import { publicMessage, statusOf, type ErrorFormat } from './error-format';
import { toServiceError } from './problem';
import { refuseRequest } from './refuse-request';
import { ErrorKind, ServiceError } from './service-error';

/**
 * The one place where an error becomes an answer: read as a {@link ServiceError}, given the API's status
 * and body, logged once. A path that other verbs know is 405 with `Allow`, not 404.
 */
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

  /** Also used for errors that Fastify meets before Nest sees the request. */
  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = this.wrongVerb(thrown, request) ?? toServiceError(thrown);
    const status = statusOf(this.format, error);
    if (error.kind === ErrorKind.Internal) request.log.error({ err: error.cause ?? error }, 'request failed');
    if (error.kind === ErrorKind.Unavailable)
      request.log.warn({ err: error.cause ?? error }, 'a server is away');
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const context = { status, error, requestId: request.id, now: Date.now() };
    const body = JSON.stringify(
      this.format.body({ ...context, error: withMessage(error, publicMessage(context)) }),
    );
    void reply.code(status).headers(error.headers).header('Content-Type', 'application/json; charset=utf-8');
    const closesEarly = reply.getHeader('connection') === 'close' && !request.raw.complete;
    if (closesEarly) void drainRequest(request.raw).then(() => reply.send(body));
    else void reply.send(body);
  }

  /** For what Node's HTTP parser can't read. */
  refuse(error: Error, socket: Socket): void {
    refuseRequest(this.format, error, socket);
  }

  private wrongVerb(thrown: unknown, request: FastifyRequest): ServiceError | undefined {
    if (!isRouteMissing(thrown, request)) return undefined;
    const allowed = this.routes.methodsFor(request.url);
    if (allowed.length === 0) return new ServiceError(ErrorKind.NotFound, `no such address: ${request.url}`);
    return new ServiceError(
      ErrorKind.MethodNotAllowed,
      `${request.method} is not allowed here, only ${allowed.join(', ')}`,
      {
        headers: { Allow: allowed.join(', ') },
      },
    );
  }
}

/** Only the router itself says "Cannot GET /x"; a handler's own 404 stays one. */
function isRouteMissing(thrown: unknown, { method, is404 }: FastifyRequest): boolean {
  if (thrown instanceof NotFoundException) return thrown.message.startsWith(`Cannot ${method} `);
  // Fastify asks a QUERY request for its body before it looks for a route.
  return method === 'QUERY' && is404 && thrown instanceof HttpException && thrown.getStatus() === 400;
}

function withMessage(error: ServiceError, message: string): ServiceError {
  return error.message === message
    ? error
    : new ServiceError(error.kind, message, {
        fields: error.fields,
        headers: error.headers,
        cause: error.cause,
      });
}
