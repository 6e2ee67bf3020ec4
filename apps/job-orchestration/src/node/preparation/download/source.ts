import type { Readable } from 'node:stream';
import { LaunchFailed } from '../launch-failed';

/** What names one version of the content of an address, as its server told. */
export interface Validator {
  etag?: string;
  lastModified?: string;
}

/** The content of an address. Whoever gets it reads or destroys `body`. */
export interface Content {
  body: Readable;
  /** Undefined when the server names no version, or forbids that the content is kept. */
  validator: Validator | undefined;
}

/** One look at an address. */
export interface Look {
  signal: AbortSignal;
  /** Of the content that is at hand already. */
  known?: Validator | undefined;
  /** Header for the server; else what the address itself says. */
  authorization?: string | undefined;
}

/**
 * Opens an address. @returns `unchanged` when the content is still that of `known`. @throws LaunchFailed, or errors
 * of network and disk, which may pass
 */
export type OpenSource = (url: string, look: Look) => Promise<Content | 'unchanged'>;

/** An address without the user and password that it may contain. */
export function withoutCredentials(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.username = parsed.password = '';
    return parsed.href;
  } catch {
    return url;
  }
}

/**
 * An address for people: without user and password, and without what is in its query, which may be a signature or a
 * token. @returns something of the kind also for a text that is no address
 */
export function shownAddress(url: string): string {
  const [address = '', query] = withoutCredentials(url)
    .replace(/#.*$/s, '')
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?]*@/i, '$1')
    .split(/\?(.*)/s);
  return query === undefined || query === '' ? address : `${address}?***`;
}

/** A download that failed; the message names the address. */
export const downloadFailed = (url: string, reason: string, permanent: boolean): LaunchFailed =>
  new LaunchFailed('downloadFailed', `could not download ${shownAddress(url)}: ${reason}`, permanent);
