import { createClient, createConfig, type Client, type Config } from './generated/client/index.ts';

/**
 * An answer of the service that is an error. Calls with `throwOnError` throw it, as do the functions of this package, and
 * streams tell it to `onSseError`.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** Of the request. */
  readonly method: string | undefined;
  readonly url: string | undefined;

  /** @param body JSON as it was parsed, or the text */
  constructor(
    readonly status: number,
    readonly body: unknown,
    request?: Request,
  ) {
    super(textOf(body) ?? `the service answered ${status}`);
    this.method = request?.method;
    this.url = request?.url;
  }

  /** The same request has the same answer, however often it is sent. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** Returns the message of an error body: each API has a field of its own for it. */
function textOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body === '' ? undefined : body;
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown };
  return [message, error].find((text): text is string => typeof text === 'string');
}

/** How `auth` is shown: as a token. For functions that are not generated. */
export const BEARER = [{ scheme: 'bearer', type: 'http' }] as const;

/** Creates a client whose errors are {@link ApiError}s. @param config `baseUrl` is where the service is, without a path */
export function createApiClient(config: Config & { baseUrl: string }): Client {
  const client = createClient(createConfig({ ...config, baseUrl: config.baseUrl.replace(/\/+$/, '') }));
  client.interceptors.error.use((error, response: Response | undefined, request, { throwOnError }) =>
    throwOnError && response ? new ApiError(response.status, error, request) : error,
  );
  return { ...client, sse: withErrors(client) };
}

/** Streams whose connections fail with an {@link ApiError} when the service answers with one. */
function withErrors({ sse, getConfig }: Client): Client['sse'] {
  const checked =
    (open: Client['sse']['get']): Client['sse']['get'] =>
    (options) => {
      const ask = options.fetch ?? getConfig().fetch ?? globalThis.fetch;
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const response = await ask(input, init);
        if (response.ok) return response;
        const text = await response.text();
        throw new ApiError(response.status, parsed(text), input instanceof Request ? input : undefined);
      };
      return open({ ...options, fetch });
    };
  return Object.fromEntries(
    Object.entries(sse).map(([method, open]) => [method, checked(open)]),
  ) as Client['sse'];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
