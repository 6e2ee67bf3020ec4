import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '../http/api-path';

/** The fields of the bodies that name a job or a cluster, which are not checked yet. */
interface Named {
  JobId?: unknown;
  name?: unknown;
  jobDefinition?: { name?: unknown } | null;
}

/** Longer names are refused anyway. */
const MAX_NAME = 255;

/**
 * Names the job or cluster of a write in `Content-Location`, which the audit log takes over: the addresses from before v1 have it
 * in the body only (V1-OLDER-5).
 */
@Injectable()
export class NamedInBody implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const { body } = http.getRequest<FastifyRequest<{ Body: Named | null | undefined }>>();
    const { JobId: job, name: cluster = body?.jobDefinition?.name } = body ?? {};
    const address = addressOf('jobs', job) ?? addressOf('jobClusters', cluster);
    if (address !== undefined) http.getResponse<FastifyReply>().header('content-location', address);
    return next.handle();
  }
}

const addressOf = (list: string, name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' && name.length <= MAX_NAME
    ? `/${API_PATH}/${list}/${encodeURIComponent(name)}`
    : undefined;
