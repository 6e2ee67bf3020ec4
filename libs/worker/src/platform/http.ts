import { once } from 'node:events';
import { request as requestHttp, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RequestOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

type Answer = Readonly<{ status: number; text: string }>;

/** Sends one request over its own connection, with an optional JSON body. Rejects without an answer. */
async function exchange(method: string, url: URL, limits: RequestOptions, body?: string): Promise<Answer> {
  const { timeoutMs, signal } = limits;
  // Loaded on demand: TLS costs megabytes that most workers never use.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const headers =
    body === undefined
      ? { accept: 'application/json' }
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers, timeout: timeoutMs, signal };
    const outgoing = request(url, options, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, text: read }), reject);
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Posts JSON. @returns the status code; rejects when there is no answer */
export const postJson = async (url: URL, body: unknown, options: RequestOptions): Promise<number> =>
  (await exchange('POST', url, options, JSON.stringify(body))).status;

/** Reads a document. Rejects when there is no answer, whatever its status. */
export const get = (url: URL, options: RequestOptions): Promise<Answer> => exchange('GET', url, options);

/** Opens a port. Rejects when it is in use or may not be opened. @param host undefined: all addresses of the machine */
export async function listen(server: Server, port: number, host?: string): Promise<void> {
  server.listen({ port, host });
  await once(server, 'listening');
}
