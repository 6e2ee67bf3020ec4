/** Describes the valid entries of `ALLOWED_HOSTS`, for the message of a wrong one. */
export const HOST_SYNTAX = 'names or addresses without a port, .suffix or *';

/** A `Host` that a browser sends: a name, an IPv4 address or an IPv6 address in brackets, and perhaps a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const ENTRY = /^(?:\*|\.?[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]|[\da-f]*:[\da-f:.]+)$/i;

/**
 * Returns the name in a `Host` header in its one normal form: lower case, without port and final dot, addresses as URLs
 * write them.
 *
 * @returns undefined when it cannot be read
 */
export function hostName(host: string): string | undefined {
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}

/** Tells whether an entry of `ALLOWED_HOSTS` is readable ({@link HOST_SYNTAX}). */
export const isHostEntry = (entry: string): boolean => ENTRY.test(entry);

/** Tells whether a name in its normal form always leads to the machine itself: no DNS server is asked for these. */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(name) ||
  name === '[::1]' ||
  /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(name);

/**
 * Returns a predicate for names in their normal form: loopback, the entries, and the hosts of our own addresses.
 *
 * @param entries `ALLOWED_HOSTS`: a name, an address, `.suffix` (the name after the dot and all below it), or `*`
 * @param own base addresses of this service: `PUBLIC_URL`, `INTERNAL_URL`
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
