import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Via, principalOf } from '../identity/principal';
import { ErrorKind, ServiceError } from '../errors/service-error';

/**
 * Marks controllers of `/internal/…`, which require `Authorization: Bearer <INTERNAL_TOKEN>`. Access control checks the token
 * before the body is read; this guard ensures that the check has run.
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
