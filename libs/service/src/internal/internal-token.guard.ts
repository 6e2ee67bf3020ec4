import { createHash, timingSafeEqual } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ServiceConfig } from '../config/service-config';
import { ErrorKind, ServiceError } from '../errors/service-error';

/** Closes `/internal/…` to everyone without `Authorization: Bearer <INTERNAL_TOKEN>` (design §3). */
@Injectable()
export class InternalTokenGuard implements CanActivate {
  constructor(@Inject(ServiceConfig) private readonly config: ServiceConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!sameSecret(given, this.config.INTERNAL_TOKEN)) {
      throw new ServiceError(ErrorKind.Unauthorized, 'the internal token is required');
    }
    return true;
  }
}

function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
