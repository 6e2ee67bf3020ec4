import { HttpException, NotFoundException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RouteTable } from '../requests/route-table';
import { ErrorKind, ServiceError } from './service-error';

/**
 * Returns the error of a request that no route takes: 405 with `Allow` when the address has other methods, else 404. Undefined
 * for an error that a route threw.
 */
export function missingRoute(
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
