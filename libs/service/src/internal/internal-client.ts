import { REQUEST_ID_HEADER, currentRequestId, currentSpan } from '../http/request-context';
import { TRACEPARENT_HEADER } from '../tracing/traceparent';
import { NoTracing, SpanKind, type Tracing } from '../tracing/tracing';

/** A call between our own processes that failed: no answer, or one that is not 2xx. */
export class InternalCallError extends Error {
  override readonly name = 'InternalCallError';

  constructor(
    readonly url: string,
    /** Undefined when there was no answer at all. */
    readonly status: number | undefined,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Why there was no answer, as the system names it, e.g. `ECONNREFUSED`; undefined when there was one. */
  get code(): string | undefined {
    const { cause } = this;
    if (this.status !== undefined || !(cause instanceof Error)) return undefined;
    // What `fetch` throws has the reason as its own cause.
    return codeOf(cause) ?? (cause.cause instanceof Error ? codeOf(cause.cause) : undefined);
  }
}

const codeOf = (error: NodeJS.ErrnoException): string | undefined =>
  typeof error.code === 'string' ? error.code : undefined;

/** One call. */
export interface InternalCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** @default 5000 */
  timeoutMs?: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `service`: this service's own token, which opens reads of its siblings' public APIs. @default internal */
  credential?: 'internal' | 'service';
}

/** Calls our own services, their `/internal` addresses or their APIs: token, request id, trace, time limit. */
export class InternalClient {
  constructor(
    private readonly token: string,
    private readonly tracing: Tracing = new NoTracing(),
    /** Of this service, for its siblings' APIs. */
    private readonly serviceToken: () => string = () => '',
  ) {}

  /** @returns the parsed JSON answer, undefined when there is none. @throws {@link InternalCallError} */
  async json(url: string, call: InternalCall = {}): Promise<unknown> {
    const text = await this.traced(url, call, () => this.exchange(url, call));
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** The answer as it comes, for bodies that are streamed on. @throws {@link InternalCallError} */
  async open(url: string, call: InternalCall = {}): Promise<Response> {
    return this.traced(url, call, () => this.send(url, call));
  }

  /**
   * A `fetch` for the typed clients of our own APIs: with all that {@link open} adds, and its errors.
   *
   * @param call how each request of theirs is made
   */
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

  /** The text of an answer. Takes a quarter of the processor time of `fetch`, which launches make several times. */
  private async exchange(url: string, call: InternalCall): Promise<string> {
    const { request } = await import('undici');
    const answer = await request(url, this.requestOf(call))
      .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
      .catch((error: unknown) => {
        throw unanswered(url, error);
      });
    if (answer.status >= 300) throw refused(url, answer.status, answer.text);
    return answer.text;
  }

  private async send(url: string, call: InternalCall): Promise<Response> {
    const response = await fetch(url, this.requestOf(call)).catch((error: unknown) => {
      throw unanswered(url, error);
    });
    if (response.ok) return response;
    throw refused(url, response.status, await response.text());
  }

  private requestOf(call: InternalCall) {
    const requestId = currentRequestId();
    const traceparent = this.tracing.current();
    const limit = AbortSignal.timeout(call.timeoutMs ?? 5000);
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
      signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit,
    };
  }
}

const unanswered = (url: string, error: unknown): InternalCallError =>
  new InternalCallError(url, undefined, `${url}: no answer (${reason(error)})`, { cause: error });

const refused = (url: string, status: number, text: string): InternalCallError =>
  new InternalCallError(url, status, `${url}: ${status} ${text.slice(0, 200)}`);

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
