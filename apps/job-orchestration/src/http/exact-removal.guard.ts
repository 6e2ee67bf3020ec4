import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ErrorKind, ServiceError } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';

const TAKES_PARAMETERS = 'takes parameters';

/** A route such as `jobs/:id`; a slash behind an id that is there means nothing. */
const ENDS_WITH_ID = /\/:\w+$/;

/** Marks a removal route that takes parameters; its service checks them. */
export const TakesParameters = (): MethodDecorator => SetMetadata(TAKES_PARAMETERS, true);

/**
 * Refuses a removal that may remove more than was meant: one with a parameter that would be ignored (V3-SEARCH-4), or with an empty id,
 * whose address is that of the whole collection with a slash at its end (V3-SEARCH-5).
 */
export class ExactRemovalGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, query, url, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    if (method !== 'DELETE') return true;
    if (!Reflect.hasMetadata(TAKES_PARAMETERS, context.getHandler()))
      refuseUnknownParameters(query ?? {}, []);
    const [path = ''] = url.split('?', 1);
    if (path.endsWith('/') && !ENDS_WITH_ID.test(routeOptions.url ?? '')) {
      const message = `the id at the end of ${path} is empty; to remove all, leave out the last "/"`;
      throw new ServiceError(ErrorKind.Malformed, message);
    }
    return true;
  }
}
