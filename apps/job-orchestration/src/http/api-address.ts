import {
  Controller,
  Injectable,
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { principalOf, publicUrl, type Principal } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import type { Compatibility } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { Release } from '../releases/release-table';

/** Path of this API below the service's address. */
export const API_PATH = 'api/v3';

/** Declares a controller of the API. @param path below the address of the API */
export const ApiController = (tag: string, path = tag): ClassDecorator =>
  applyDecorators(ApiTags(tag), Controller(`${API_PATH}/${path}`));

/** The API as a client sees it. */
export interface ApiView {
  /** `http://host/api/v3` */
  href: string;
  release: Release;
  caller: Principal | undefined;
  compatibility: Compatibility;
}

/** Absolute addresses for links and `Location`. */
@Injectable()
export class ApiAddress implements PipeTransform<FastifyRequest, ApiView> {
  constructor(private readonly config: JobOrchestrationConfig) {}

  transform(request: FastifyRequest): ApiView {
    const href = `${publicUrl(this.config, request)}/${API_PATH}`;
    const { API_RELEASE: release, COMPATIBILITY: compatibility } = this.config;
    return { href, release, caller: principalOf(request), compatibility };
  }
}

const Request = createParamDecorator((_data: unknown, context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest(),
);

/** Parameter of a handler: the API as the caller sees it. */
export const Api = (): ParameterDecorator => Request(ApiAddress);

/** Returns the address of a job. `api` is the address of the API. */
export const jobHref = (id: string, api: string): string => `${api}/jobs/${encodeURIComponent(id)}`;
