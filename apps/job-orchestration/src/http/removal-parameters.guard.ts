import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuseUnknownParameters } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';

const CHECKS_PARAMETERS = 'checks parameters';

/** Marks a removal route that accepts parameters and refuses unknown ones itself. */
export const ChecksParameters = (): MethodDecorator => SetMetadata(CHECKS_PARAMETERS, true);

/** Refuses parameters of removals that take none: an ignored filter would remove more than was meant. */
export class RemovalParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, query } = context.switchToHttp().getRequest<FastifyRequest>();
    const checksThem = Reflect.hasMetadata(CHECKS_PARAMETERS, context.getHandler());
    if (method === 'DELETE' && !checksThem) refuseUnknownParameters(query ?? {}, []);
    return true;
  }
}
