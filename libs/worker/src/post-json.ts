import { request as requestHttp } from 'node:http';

export interface PostOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Posts JSON over a connection of its own. @returns the status code; rejects when there is no answer */
export async function postJson(url: URL, body: unknown, { timeoutMs, signal }: PostOptions): Promise<number> {
  // Loaded when needed: TLS costs megabytes that most workers never use.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', agent: false, headers, timeout: timeoutMs, signal },
      (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}
