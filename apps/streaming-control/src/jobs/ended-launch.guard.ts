import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { principalOf } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../errors/refusals';
import { WorkerRepository } from './worker.repository';

/**
 * Refuses the token of a worker whose process has ended: it never expires, and the output of a job may contain it. Reports need no
 * guard, because those of ended workers have no effect (V1-LIFE-8).
 */
@Injectable()
export class EndedLaunchGuard implements CanActivate {
  constructor(private readonly workers: WorkerRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const launch = principalOf(context.switchToHttp().getRequest<FastifyRequest>())?.launch;
    if (launch && (await this.workers.hasEndedLaunch(launch)))
      throw forbidden(`the process of worker ${launch.workerNumber}, whose token this is, has ended`);
    return true;
  }
}
