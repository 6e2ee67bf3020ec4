import type { Readable } from 'node:stream';
import { maskAddress } from '@portolan/service';
import { LaunchFailed } from '../launch-directory/launch-failed';

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
export function withoutCredentials(url: string): string {
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
