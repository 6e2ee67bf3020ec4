import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Via, principalOf } from '../auth/principal';
import { ErrorKind, ServiceError } from '../errors/service-error';

/**
 * Marks controllers of `/internal/…`, which is closed to everyone without `Authorization: Bearer <INTERNAL_TOKEN>`
 * (design §3). The gatekeeper looks at the token before the body is read; this one sees to it that it did.
 */
@Injectable()
export class InternalTokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (principalOf(request)?.via !== Via.Internal) {
      throw new ServiceError(ErrorKind.Unauthorized, 'the internal token is required');
    }
    return true;
  }
}
