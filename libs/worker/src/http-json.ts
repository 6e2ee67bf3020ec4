import { request as requestHttp } from 'node:http';

export interface RequestOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends one request over a connection of its own, with `body` as JSON when there is one. Rejects without an answer. */
async function exchange(
  method: string,
  url: URL,
  { timeoutMs, signal }: RequestOptions,
  body?: string,
): Promise<Answer> {
  // Loaded when needed: TLS costs megabytes that most workers never use.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const headers =
    body === undefined
      ? { accept: 'application/json' }
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, agent: false, headers, timeout: timeoutMs, signal },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Posts JSON. @returns the status code; rejects when there is no answer */
export async function postJson(url: URL, body: unknown, options: RequestOptions): Promise<number> {
  return (await exchange('POST', url, options, JSON.stringify(body))).status;
}

/** Reads a document. Rejects when there is no answer, whatever its status. */
export function get(url: URL, options: RequestOptions): Promise<Answer> {
  return exchange('GET', url, options);
}
