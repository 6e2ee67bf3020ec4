import { Readable } from 'node:stream';
import type { Outbound } from '@portolan/service';
import type { Headers } from 'undici';
import { downloadFailed, withoutCredentials, type Content, type Look, type Validator } from './source';

/** Statuses below 500 that another try may cure. */
const PASSING_STATUSES = new Set([408, 425, 429]);
const NOT_MODIFIED = 304;

/**
 * Opens an http or https address. Those of clients are called only where `outbound` lets them lead; with an authorization
 * of the node's own it is the owner of a launch that is asked.
 */
export async function openHttp(url: string, look: Look, outbound: Outbound): Promise<Content | 'unchanged'> {
  const { known, authorization, signal } = look;
  const call: typeof outbound.fetch =
    authorization === undefined
      ? (address, init) => outbound.fetch(address, init)
      : async (address, init) => (await import('undici')).fetch(address, init);
  const response = await call(withoutCredentials(url), {
    signal,
    headers: {
      ...(authorization ? { authorization } : credentialsOf(url)),
      ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
      ...(known?.etag === undefined && known?.lastModified !== undefined
        ? { 'if-modified-since': known.lastModified }
        : {}),
    },
  });
  if (response.status === NOT_MODIFIED && known) return 'unchanged';
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    const lasting = response.status < 500 && !PASSING_STATUSES.has(response.status);
    throw downloadFailed(url, `the server answered ${response.status}`, lasting);
  }
  return { body: Readable.fromWeb(response.body), validator: validatorOf(response.headers) };
}

/** `fetch` takes no address with a user in it. */
function credentialsOf(url: string): Record<string, string> {
  const { username, password } = new URL(url);
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A weak tag will do: it stands for content that means the same. */
function validatorOf(headers: Headers): Validator | undefined {
  if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) return undefined;
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  if (etag === null && lastModified === null) return undefined;
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}
