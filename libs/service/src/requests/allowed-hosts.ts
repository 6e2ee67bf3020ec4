import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Describes the valid entries of `ALLOWED_HOSTS`, for messages. */
export const HOST_SYNTAX = 'names or addresses without a port, .suffix or *';

/** The `Host` of a browser: a name, an IPv4 address or an IPv6 address in brackets, and an optional port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const ENTRY = /^(?:\*|\.?[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]|[\da-f]*:[\da-f:.]+)$/i;

/** Returns the name of a `Host` header as URLs write it, without port and final dot; undefined when unreadable. */
export function hostName(host: string): string | undefined {
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}

/** Reports whether an entry of `ALLOWED_HOSTS` is valid ({@link HOST_SYNTAX}). */
export const isHostEntry = (entry: string): boolean => ENTRY.test(entry);

/** Reports whether a normalized name always leads to the machine itself: no DNS server is queried for these. */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name.replace(/^\[|\]$/g, ''));

const isLoopbackAddress = (text: string): boolean =>
  isIP(text) !== 0 && ipaddr.process(text).range() === 'loopback';

/**
 * Returns a predicate for normalized names: loopback, the entries, and the hosts of our `own` base addresses.
 * @param entries `ALLOWED_HOSTS`: a name, an address, `.suffix` (the name after the dot and all below it), or `*`
 */
export function allowedHosts(
  entries: readonly string[],
  own: readonly (string | undefined)[],
): (name: string) => boolean {
  if (entries.includes('*')) return () => true;
  const names = new Set(own.flatMap((url) => (url === undefined ? [] : [new URL(url).hostname])));
  const suffixes: string[] = [];
  for (const entry of entries) {
    if (entry.startsWith('.')) suffixes.push(entry.toLowerCase());
    else names.add(hostName(entry.includes(':') && !entry.startsWith('[') ? `[${entry}]` : entry) ?? entry);
  }
  return (name) =>
    isLoopback(name) ||
    names.has(name) ||
    suffixes.some((suffix) => name.endsWith(suffix) || name === suffix.slice(1));
}
