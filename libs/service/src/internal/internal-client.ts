import type { AddressInfo, Server } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { messageOf } from '../errors/service-error';
import { REQUEST_ID_HEADER, currentRequestId, currentSpan } from '../requests/request-context';
import { NoTracing, SpanKind, TRACEPARENT_HEADER, type Tracing } from '../tracing/tracing';
import { ServiceConfig } from '../config/service-config';
import { abortedAfter } from '../timers/aborted-after';

/** A failed call between processes of the system: no response, or one that is not 2xx. */
export class InternalCallError extends Error {
  override readonly name = 'InternalCallError';

  constructor(
    readonly url: string,
    /** Undefined without a response. */
    readonly status: number | undefined,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The system's error code for a missing response, e.g. `ECONNREFUSED`; undefined when there was one. */
  get code(): string | undefined {
    const { cause } = this;
    if (this.status !== undefined || !(cause instanceof Error)) return undefined;
    // The errors of `fetch` have the reason as their cause.
    return codeOf(cause) ?? (cause.cause instanceof Error ? codeOf(cause.cause) : undefined);
  }
}

const codeOf = (error: NodeJS.ErrnoException): string | undefined =>
  typeof error.code === 'string' ? error.code : undefined;

export interface InternalCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** @default 5000 */
  timeoutMs?: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `service`: this service's own token, for reads of other services' public APIs. @default internal */
  credential?: 'internal' | 'service';
}

/** Calls other services of the system, their `/internal` addresses or their APIs: token, request id, trace, time limit. */
export class InternalClient {
  constructor(
    private readonly token: string,
    private readonly tracing: Tracing = new NoTracing(),
    /** Returns the token of this service for the APIs of other services. */
    private readonly serviceToken: () => string = () => '',
  ) {}

  /** @returns the parsed JSON response, undefined for an empty one. @throws {@link InternalCallError} */
  async json(url: string, call: InternalCall = {}): Promise<unknown> {
    const text = await this.traced(url, call, () => this.exchange(url, call));
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** Returns the response as a stream. @throws {@link InternalCallError} */
  async open(url: string, call: InternalCall = {}): Promise<Response> {
    return this.traced(url, call, () => this.send(url, call));
  }

  /** Returns a `fetch` for the typed clients, with all that {@link open} adds, and its errors. @param call of each request */
  fetch(call: Pick<InternalCall, 'timeoutMs'> = {}): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const text = request.body ? await request.text() : '';
      return this.open(request.url, {
        credential: 'service',
        ...call,
        method: request.method as NonNullable<InternalCall['method']>,
        headers: Object.fromEntries(request.headers),
        ...(text && { body: JSON.parse(text) as object }),
        signal: request.signal,
      });
    };
  }

  private async traced<R>(url: string, call: InternalCall, work: () => Promise<R>): Promise<R> {
    if (!this.tracing.on || !currentSpan()) return work();
    const { host, pathname } = new URL(url);
    const method = call.method ?? 'GET';
    const attributes = { 'http.request.method': method, 'server.address': host, 'url.path': pathname };
    return this.tracing.trace(method, { kind: SpanKind.Client, attributes }, work);
  }

  /** Returns the text of a response. Takes a quarter of the CPU time of `fetch`; a launch makes several such calls. */
  private async exchange(url: string, call: InternalCall): Promise<string> {
    const { request } = await import('undici');
    const { status, text } = await request(url, this.requestOf(call))
      .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
      .catch(unanswered(url));
    if (status >= 300) throw refused(url, status, text);
    return text;
  }

  private async send(url: string, call: InternalCall): Promise<Response> {
    const response = await fetch(url, this.requestOf(call)).catch(unanswered(url));
    if (response.ok) return response;
    throw refused(url, response.status, await response.text());
  }

  private requestOf(call: InternalCall) {
    const { timeoutMs = 5000 } = call;
    const requestId = currentRequestId();
    const traceparent = this.tracing.current();
    return {
      method: call.method ?? 'GET',
      headers: {
        authorization: `Bearer ${call.credential === 'service' ? this.serviceToken() : this.token}`,
        ...(requestId ? { [REQUEST_ID_HEADER]: requestId } : {}),
        ...(traceparent ? { [TRACEPARENT_HEADER]: traceparent } : {}),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      body: call.body ? JSON.stringify(call.body) : null,
      signal: call.signal ? abortedAfter(timeoutMs, call.signal) : AbortSignal.timeout(timeoutMs),
    };
  }
}

const unanswered = (url: string) => (error: unknown) => {
  const reason = messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  throw new InternalCallError(url, undefined, `${url}: no answer (${reason})`, { cause: error });
};

const refused = (url: string, status: number, text: string): InternalCallError =>
  new InternalCallError(url, status, `${url}: ${status} ${text.slice(0, 200)}`);

/** The address at which the system's own processes reach this one: `INTERNAL_URL`, else its port on this host. */
@Injectable()
export class InternalAddress {
  constructor(
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Without a slash at the end. Final only once the service listens. */
  get url(): string {
    return (this.config.INTERNAL_URL ?? `${this.scheme}://127.0.0.1:${this.port}`).replace(/(?<!\/)\/+$/, '');
  }

  private get scheme(): string {
    return this.config.TLS_CERT_FILE === undefined ? 'http' : 'https';
  }

  private get port(): number {
    const address = (this.http.httpAdapter.getHttpServer() as Server).address() as AddressInfo | null;
    return address?.port ?? this.config.PORT;
  }
}

/** Time limit for a sibling to begin its response, ms: clients learn within two seconds that a process is unavailable. */
export const ANSWER_LIMIT_MS = 1500;

/**
 * Requests a response that is streamed on; aborted unless it begins in time, connecting included: a link that drops everything
 * would be noticed after ten seconds only. A response that has begun may take any time.
 * @param ask must stop when its signal is aborted
 */
export async function begunInTime<R>(ask: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_LIMIT_MS);
  try {
    return await ask(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
