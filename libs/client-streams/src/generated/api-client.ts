import { createClient, createConfig, type Client, type Config } from './client/index.ts';

/** An error response: thrown with `throwOnError` and by functions of this package; streams pass it to `onSseError`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly method: string | undefined;
  readonly url: string | undefined;

  /** @param body the parsed JSON, or the text */
  constructor(
    readonly status: number,
    readonly body: unknown,
    request?: Request,
  ) {
    super(textOf(body) ?? `the service answered ${status}`);
    this.method = request?.method;
    this.url = request?.url;
  }

  /** True when a retry cannot help: a 4xx response other than 429. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

function textOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body === '' ? undefined : body;
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown };
  return [message, error].find((text): text is string => typeof text === 'string');
}

/**
 * Refuses a request whose address loses a segment: every `URL` removes `.` and `..`, so that the request would reach another address,
 * that of the collection for one. @throws TypeError
 */
async function refuseDotSegments(request: unknown): Promise<void> {
  const { url, path = {} } = request as AddressParts;
  const segments = [...url.split('/'), ...Object.values(path)];
  const lost = segments.find((one) => one === '.' || one === '..');
  if (lost !== undefined) throw new TypeError(`${lost} cannot be a part of an address: ${url}`);
}

interface AddressParts {
  url: string;
  path?: Record<string, unknown>;
}

/** Sends `auth` as a bearer token. For functions that are not generated. */
export const BEARER = [{ scheme: 'bearer', type: 'http' }] as const;

/**
 * Creates a client of one installation, which every operation takes as `client`; its errors are {@link ApiError}s. Its
 * `interceptors.request.use` sees each request before it is sent.
 * @param config `baseUrl` without a path; `headers`, `auth` (a token or its provider) and `fetch` apply to every request
 */
export function createApiClient(config: Config & { baseUrl: string }): Client {
  const client = createClient(
    createConfig({
      requestValidator: refuseDotSegments,
      ...config,
      baseUrl: config.baseUrl.replace(/(?<!\/)\/+$/, ''),
    }),
  );
  client.interceptors.error.use((error, response: Response | undefined, request, { throwOnError }) =>
    throwOnError && response ? new ApiError(response.status, error, request) : error,
  );
  return { ...client, sse: withErrors(client) };
}

/**
 * Makes errors of streams {@link ApiError}s, which `onSseError` gets. A stream ends with an error that a retry cannot help, such as 404, and
 * with 204, the answer when nothing follows the last event; after any other error it is opened again.
 */
function withErrors({ sse, getConfig }: Client): Client['sse'] {
  const checked =
    (ask: typeof fetch, report: ((error: ApiError) => void) | undefined): typeof fetch =>
    async (input, init) => {
      const response = await ask(input, init);
      if (response.ok && response.body) return response;
      const text = await response.text();
      const error = new ApiError(response.status, parsed(text), input instanceof Request ? input : undefined);
      // The client retries after any error that is thrown; a response without events ends the stream.
      if (!response.ok && !error.isFinal) throw error;
      report?.(error);
      return new Response('');
    };
  const methods = Object.entries(sse).map(([method, open]): [string, typeof open] => [
    method,
    (options) =>
      open({
        ...options,
        fetch: checked(options.fetch ?? getConfig().fetch ?? fetch, options.onSseError),
      }),
  ]);
  return Object.fromEntries(methods) as Client['sse'];
}

/** Parses JSON. @returns the text itself when it is none */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Yields the bytes of a response: browsers cannot iterate over a body. */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
