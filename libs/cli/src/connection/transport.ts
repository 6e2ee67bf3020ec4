import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { markLost, type FailedRequest } from '../failure/request-failure.ts';
import { CliError, ExitCode } from '../failure/cli-error.ts';

/** Credentials and certificates of a connection. */
export interface Credentials {
  /** Sent as `Authorization: Bearer`; asked for at each request, because tokens are renewed. */
  token?: (() => Promise<string | undefined>) | undefined;
  /** PEM texts. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** A request whose answer is read as a stream of bytes. */
export interface ByteRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: Readable | undefined;
  signal?: AbortSignal | undefined;
}

/** Time for the connection itself; a slow answer has no limit, because streams stay silent for hours, ms. */
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;
const NO_BODY = new Set([204, 205, 304]);

/**
 * Sends requests with Node's own HTTP client: client certificates need no further package, and a stream of bytes costs a fraction
 * of the memory of `fetch`. The typed clients use {@link Transport.fetch}.
 */
export class Transport {
  /** Request ids of failed requests, by method and address. */
  private readonly failed = new Map<string, string>();
  private last: { method: string; url: string } | undefined;
  /** Told the bytes of the current body that were sent so far. */
  onSent: ((bytes: number) => void) | undefined;

  constructor(private readonly credentials: Credentials) {}

  /** Sends a request and returns the answer with its body unread, whatever its status. */
  async open({ method = 'GET', url, headers = {}, body, signal }: ByteRequest): Promise<IncomingMessage> {
    this.last = { method, url };
    const token = headers.authorization === undefined ? await this.credentials.token?.() : undefined;
    const answer = await this.send(url, {
      method,
      headers: {
        'user-agent': 'portolan-cli',
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body }),
      ...(signal && { signal }),
    });
    refuseForeignAnswer(answer, method, url);
    const id = answer.headers['x-request-id'];
    if ((answer.statusCode ?? 0) >= 400 && typeof id === 'string') this.failed.set(`${method} ${url}`, id);
    return answer;
  }

  /** As the global `fetch`, for a `Request`, which the typed clients pass. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { body, length } = await bodyOf(request);
    const answer = await this.open({
      method: request.method,
      url: request.url,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(length !== undefined && { 'content-length': String(length) }),
      },
      body,
      signal: request.signal,
    });
    const status = answer.statusCode ?? 0;
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    if (NO_BODY.has(status) || request.method === 'HEAD') {
      answer.resume();
      return new Response(null, { status, headers });
    }
    return new Response(Readable.toWeb(answer) as never, { status, headers });
  };

  /** Where an error comes from. */
  requestOf(error: unknown): FailedRequest {
    const { method = this.last?.method, url = this.last?.url } = error as Partial<FailedRequest>;
    return { method, url, requestId: this.failed.get(`${method} ${url}`) };
  }

  private send(
    url: string,
    { body, ...options }: RequestOptions & { body?: Readable },
  ): Promise<IncomingMessage> {
    const { ca, cert, key } = this.credentials;
    const note = (error: Error): void => void markLost(error);
    const tls = url.startsWith('https:');
    return new Promise((resolve, reject) => {
      const request = (tls ? httpsRequest : httpRequest)(
        url,
        tls ? { ...options, ca, cert, key } : options,
        (answer) => {
          const done = closeAfterSleep(answer);
          answer.once('close', done).once('error', note);
          resolve(answer);
        },
      );
      request.once('error', note).once('error', reject);
      request.once('socket', (socket) => {
        socket.setKeepAlive(true, KEEP_ALIVE_MS);
        if (!socket.connecting) return;
        const timer = setTimeout(
          () => request.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS / 1000} s`)),
          CONNECT_TIMEOUT_MS,
        );
        const stop = (): void => clearTimeout(timer);
        socket.once(tls ? 'secureConnect' : 'connect', stop).once('close', stop);
      });
      if (!body) request.end();
      else {
        let sent = 0;
        body.on('data', (chunk: Uint8Array) => this.onSent?.((sent += chunk.length)));
        body.once('error', (error) => request.destroy(error)).pipe(request);
      }
    });
  }
}

/** Returns a body as a stream; only files are sent without knowing their length. */
async function bodyOf(request: Request): Promise<{ body?: Readable; length?: number }> {
  if (!request.body) return {};
  if (request.headers.get('content-type')?.startsWith('multipart/'))
    return { body: Readable.fromWeb(request.body as never) };
  const bytes = Buffer.from(await request.arrayBuffer());
  return { body: Readable.from([bytes]), length: bytes.length };
}

const FIRST_ERROR = 300;
const DATA = /^(application\/([\w.-]+\+)?json|text\/event-stream)\b/i;

/**
 * Refuses a success that no service of Portolan sends, such as the page of a website: each of ours has a request id, which at most
 * a proxy may remove from data. Errors are left to their status.
 * @throws CliError (not reachable)
 */
function refuseForeignAnswer(answer: IncomingMessage, method: string, url: string): void {
  const { statusCode = 0, headers } = answer;
  const type = headers['content-type'];
  if (statusCode >= FIRST_ERROR || type === undefined || DATA.test(type)) return;
  if (headers['x-request-id'] !== undefined) return;
  answer.destroy();
  throw new CliError(
    `${new URL(url).origin} is not a Portolan service: it answered ${type.split(';')[0]}`,
    ExitCode.Unreachable,
    `${method} ${url}`,
  );
}

const TICK_MS = 5000;
/** A tick this late means that the machine was asleep: its connections are dead, but no error has been reported. */
const SLEPT_MS = 20_000;

const open = new Set<Readable>();
let timer: NodeJS.Timeout | undefined;
let lastTick = 0;

function tick(): void {
  const now = Date.now();
  const slept = now - lastTick > SLEPT_MS;
  lastTick = now;
  if (!slept) return;
  for (const body of open) body.destroy(new Error('this machine was asleep'));
}

/** Ends a body with an error when the machine wakes up, so that its reader connects again. @returns stops watching */
function closeAfterSleep(body: Readable): () => void {
  open.add(body);
  if (!timer) {
    lastTick = Date.now();
    timer = setInterval(tick, TICK_MS).unref();
  }
  return () => {
    open.delete(body);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
