import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuseUnknownParameters } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';

const TAKES_PARAMETERS = 'takes parameters';

/** Marks a removal route that takes parameters; its service checks them. */
export const TakesParameters = (): MethodDecorator => SetMetadata(TAKES_PARAMETERS, true);

/** Refuses every parameter of a removal that takes none: an ignored filter would remove more than was meant. */
export class NoRemovalParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, query } = context.switchToHttp().getRequest<FastifyRequest>();
    const takesThem = Reflect.hasMetadata(TAKES_PARAMETERS, context.getHandler());
    if (method === 'DELETE' && !takesThem) refuseUnknownParameters(query ?? {}, []);
    return true;
  }
}
