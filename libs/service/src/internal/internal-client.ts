import { REQUEST_ID_HEADER, currentRequestId } from '../http/request-context';

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
}

/** One call. */
export interface InternalCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** @default 5000 */
  timeoutMs?: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls `/internal` addresses of our own services: token, request id, time limit. */
export class InternalClient {
  constructor(private readonly token: string) {}

  /** @returns the parsed JSON answer, undefined when there is none. @throws {@link InternalCallError} */
  async json(url: string, call: InternalCall = {}): Promise<unknown> {
    const response = await this.open(url, call);
    const text = await response.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** The answer as it comes, for bodies that are streamed on. @throws {@link InternalCallError} */
  async open(url: string, call: InternalCall = {}): Promise<Response> {
    const requestId = currentRequestId();
    const limit = AbortSignal.timeout(call.timeoutMs ?? 5000);
    const response = await fetch(url, {
      method: call.method ?? 'GET',
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(requestId ? { [REQUEST_ID_HEADER]: requestId } : {}),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      body: call.body ? JSON.stringify(call.body) : undefined,
      signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit,
    }).catch((error: unknown) => {
      throw new InternalCallError(url, undefined, `${url}: no answer (${reason(error)})`, { cause: error });
    });
    if (response.ok) return response;
    const text = await response.text();
    throw new InternalCallError(url, response.status, `${url}: ${response.status} ${text.slice(0, 200)}`);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
