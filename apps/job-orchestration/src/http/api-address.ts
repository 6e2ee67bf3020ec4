import { Injectable } from '@nestjs/common';
import { principalOf, publicUrl, type Principal } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import type { Compatibility } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { Release } from '../releases/release';

/** Path of this API below the service's address. */
export const API_PATH = 'api/v3';

/** The API as a client sees it. */
export interface ApiView {
  /** `http://host/api/v3` */
  href: string;
  release: Release;
  /** Whom it is shown to. */
  caller: Principal | undefined;
  compatibility: Compatibility;
}

/** Absolute addresses for links and `Location`. */
@Injectable()
export class ApiAddress {
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** `http://host/api/v3` as the client of this request knows it. */
  of(request: FastifyRequest): string {
    return `${publicUrl(this.config, request)}/${API_PATH}`;
  }

  /** What views need: the address, and which release is shown. */
  view(request: FastifyRequest): ApiView {
    const { API_RELEASE: release, COMPATIBILITY: compatibility } = this.config;
    return { href: this.of(request), release, caller: principalOf(request), compatibility };
  }
}
