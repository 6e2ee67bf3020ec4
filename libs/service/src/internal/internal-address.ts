import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AddressInfo, Server } from 'node:net';
import { ServiceConfig } from '../config/service-config';

/** The base address by which our own processes reach this one: `INTERNAL_URL`, else where it listens on this host. */
@Injectable()
export class InternalAddress {
  constructor(
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** No slash at the end. Known for sure only once the service listens. */
  get url(): string {
    return (this.config.INTERNAL_URL ?? `${this.scheme}://127.0.0.1:${this.port}`).replace(/\/+$/, '');
  }

  private get scheme(): string {
    return this.config.TLS_CERT_FILE === undefined ? 'http' : 'https';
  }

  private get port(): number {
    const address = (this.http.httpAdapter.getHttpServer() as Server).address() as AddressInfo | null;
    return address?.port ?? this.config.PORT;
  }
}
