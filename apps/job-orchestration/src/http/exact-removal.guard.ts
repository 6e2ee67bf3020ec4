import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ErrorKind, ServiceError } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';

const TAKES_PARAMETERS = 'takes parameters';

/** Marks a removal route that takes parameters; its service checks them. */
export const TakesParameters = (): MethodDecorator => SetMetadata(TAKES_PARAMETERS, true);

/**
 * Refuses a removal that may remove more than was meant: one with a parameter that would be ignored (V3-SEARCH-4), or with a slash at
 * its end (V3-SEARCH-5). With an empty id the address is that of the whole collection; with `..` in place of a tag, HTTP clients
 * shorten it to that of the resource that has the tag.
 */
export class ExactRemovalGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, query, url } = context.switchToHttp().getRequest<FastifyRequest>();
    if (method !== 'DELETE') return true;
    if (!Reflect.hasMetadata(TAKES_PARAMETERS, context.getHandler()))
      refuseUnknownParameters(query ?? {}, []);
    const [path = ''] = url.split('?', 1);
    if (path.endsWith('/')) {
      const message = `the id at the end of ${path} is empty; to remove all of ${path.slice(0, -1)}, leave out the last "/"`;
      throw new ServiceError(ErrorKind.Malformed, message);
    }
    return true;
  }
}
