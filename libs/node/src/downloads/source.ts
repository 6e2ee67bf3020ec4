import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { maskAddress, messageOf, type Outbound } from '@portolan/service';
import type { Headers } from 'undici';
import { LaunchFailed } from '../launch-directory/launch-failed';
import { isObjectAddress, objectLocation } from '../object-store/object-location';
import { isRefusal, type ObjectStoreGateway } from '../object-store/object-store.gateway';

/** Identifies one version of the content of an address, as reported by its server. */
export interface Validator {
  etag?: string;
  lastModified?: string;
}

/** The content of an address. The receiver reads or destroys `body`. */
export interface Content {
  body: Readable;
  /** Undefined when the server names no version or forbids caching. */
  validator: Validator | undefined;
}

/** One request for an address. */
export interface Look {
  signal: AbortSignal;
  /** Validator of the cached content. */
  known?: Validator | undefined;
  /** Header for the server; overrides credentials in the address. */
  authorization?: string | undefined;
}

export type OpenSource = (url: string, look: Look) => Promise<Content | 'unchanged'>;

/** Returns an address without user and password. */
function withoutCredentials(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.username = parsed.password = '';
    return parsed.href;
  } catch {
    return url;
  }
}

/** Returns an address for display: without fragment, and with `***` for user, password and query, which may be credentials. */
export const shownAddress = (url: string): string => maskAddress(url.split('#', 1)[0] ?? '');

/** Creates the failure of a download; the message names the address. */
export function downloadFailed(url: string, reason: string, permanent: boolean): LaunchFailed {
  const shown = shownAddress(url);
  // A URL parser may have read a part of the masked user info as the host, and the reason names that host.
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const isCovered = host !== '' && !shown.toLowerCase().includes(host);
  const why = isCovered ? reason.replaceAll(host, '***') : reason;
  return new LaunchFailed('downloadFailed', `could not download ${shown}: ${why}`, permanent);
}

/** Statuses below 500 that are worth a retry. */
const PASSING_STATUSES = new Set([408, 425, 429]);
const NOT_MODIFIED = 304;

/** The parts that open addresses; `roots` are the folders that files may be taken from. */
export interface SourceAccess {
  objects: Pick<ObjectStoreGateway, 'read'>;
  outbound: Outbound;
  roots: readonly string[];
}

/** Opens an address. @returns `unchanged` when `known` still holds. @throws LaunchFailed, or transient errors */
export async function openSource(
  url: string,
  look: Look,
  access: SourceAccess,
): Promise<Content | 'unchanged'> {
  if (isObjectAddress(url)) return openObject(url, look, access.objects, access.outbound);
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return openHttp(url, look, access.outbound);
  if (protocol === 'file:') return openFile(url, access.roots);
  throw downloadFailed(url, 'only http, https, s3 and file addresses can be fetched', true);
}

/** Opens a file of the node's machine below one of the roots. Checks the target of links after opening. */
export async function openFile(url: string, roots: readonly string[]): Promise<Content> {
  const file = await open(pathOf(url), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const path = await realpath(`/proc/self/fd/${file.fd}`);
    if (!(await isBelow(path, roots)))
      throw downloadFailed(url, 'the file is outside the FILE_ROOTS of the node', true);
    if (!(await file.stat()).isFile()) throw downloadFailed(url, 'not a file', true);
    return { body: file.createReadStream(), validator: undefined };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw downloadFailed(url, 'not a file address', true);
  }
}

async function isBelow(path: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const real = await realpath(root).catch(() => undefined);
    if (real !== undefined && path.startsWith(real.endsWith(sep) ? real : real + sep)) return true;
  }
  return false;
}

/** Opens an http or https address. A request with authorization goes to the owner and is not restricted. */
export async function openHttp(url: string, look: Look, outbound: Outbound): Promise<Content | 'unchanged'> {
  const { known, authorization, signal } = look;
  const { etag, lastModified } = known ?? {};
  const call = authorization === undefined ? outbound : await import('undici');
  const response = await call.fetch(withoutCredentials(url), {
    signal,
    headers: {
      ...(authorization ? { authorization } : credentialsOf(url)),
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(etag === undefined && lastModified !== undefined && { 'if-modified-since': lastModified }),
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

/** `fetch` refuses addresses with credentials. */
function credentialsOf(url: string): Record<string, string> {
  const { username, password } = new URL(url);
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A weak tag suffices: it identifies content with the same meaning. */
function validatorOf(headers: Headers): Validator | undefined {
  if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) return undefined;
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  if (etag === null && lastModified === null) return undefined;
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}

/** Opens an s3 address if `outbound` allows it. */
export async function openObject(
  url: string,
  { known, signal }: Look,
  store: Pick<ObjectStoreGateway, 'read'>,
  outbound: Outbound,
): Promise<Content | 'unchanged'> {
  const location = objectLocation(url);
  if (!location) throw downloadFailed(url, 'not an object address', true);
  outbound.checkObject(location);
  const found = await store.read(location, { knownEtag: known?.etag, signal }).catch((error: unknown) => {
    if (isRefusal(error)) throw downloadFailed(url, messageOf(error), true);
    throw error;
  });
  if (found === 'unchanged') return found;
  if (!found) throw downloadFailed(url, 'the object does not exist', true);
  return { body: found.body, validator: found.etag === undefined ? undefined : { etag: found.etag } };
}
