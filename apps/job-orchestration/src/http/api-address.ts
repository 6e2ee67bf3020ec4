import { Injectable } from '@nestjs/common';
import { publicUrl } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { JobOrchestrationConfig } from '../job-orchestration-config';

/** Path of this API below the service's address. */
export const API_PATH = 'api/v3';

/** Absolute addresses for links and `Location`. */
@Injectable()
export class ApiAddress {
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** `http://host/api/v3` as the client of this request knows it. */
  of(request: FastifyRequest): string {
    return `${publicUrl(this.config, request)}/${API_PATH}`;
  }
}
