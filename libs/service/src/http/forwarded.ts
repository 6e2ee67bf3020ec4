import type { IncomingHttpHeaders } from 'node:http';

const X_FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Turns `Forwarded` (RFC 7239) into the `X-Forwarded-*` headers that the framework knows, unless a proxy sent those itself.
 * For requests of trusted proxies; how many of the hops are believed is decided afterwards.
 */
export function readForwarded(headers: IncomingHttpHeaders): void {
  const { forwarded } = headers;
  if (forwarded === undefined || X_FORWARDED.some((name) => headers[name] !== undefined)) return;
  const hops = hopsOf(forwarded);
  const values = (name: string): string[] => hops.flatMap((hop) => hop.get(name) ?? []);
  const found: Record<(typeof X_FORWARDED)[number], string[]> = {
    'x-forwarded-for': values('for').map(addressOf),
    'x-forwarded-host': values('host'),
    'x-forwarded-proto': values('proto'),
  };
  for (const name of X_FORWARDED) if (found[name].length > 0) headers[name] = found[name].join(', ');
}

/** One pair or none, and what parts it from the next. No two neighbours in it match the same text: its time is linear. */
const PAIR = /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]*))[ \t]*)?(;|,|$)/y;

/**
 * Parted at commas, but for those in quotes. The first hops are what a client may have written: one that can't be read does
 * not hide those that proxies have added to it.
 */
function hopsOf(header: string): Map<string, string>[] {
  const hops = [new Map<string, string>()];
  for (let at = 0; at < header.length;) {
    PAIR.lastIndex = at;
    const [, name, quoted, plain = '', end] = PAIR.exec(header) ?? [];
    if (name !== undefined) hops.at(-1)?.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
    if (end !== ';') hops.push(new Map());
    at = end === undefined ? header.indexOf(',', at) + 1 || header.length : PAIR.lastIndex;
  }
  return hops;
}

/** An address without port and brackets: `"[2001:db8::1]:4711"` is `2001:db8::1`. */
const addressOf = (node: string): string =>
  /^\[(.*)\]/.exec(node)?.[1] ?? (/^[\d.]+:\d+$/.test(node) ? node.slice(0, node.indexOf(':')) : node);

const PORT = 'x-forwarded-port';
const PREFIX = 'x-forwarded-prefix';
/** A prefix goes into every link. */
const MAX_PREFIX = 512;

/** Port and prefix are not the framework's: those that no trusted proxy sent are taken out, so that nobody reads them. */
export function dropUntrusted(headers: IncomingHttpHeaders): void {
  for (const name of [PORT, PREFIX]) if (headers[name] !== undefined) delete headers[name];
}

/**
 * The address that a proxy has for us, by its `X-Forwarded-Port` and `X-Forwarded-Prefix`; what it did not write, or not so that
 * it can be read, is left out. Of several hops the last counts, as it does for the host.
 *
 * @param host with its port, if it has one
 * @param headers without what {@link dropUntrusted} takes out
 */
export function forwardedAddress(protocol: string, host: string, headers: IncomingHttpHeaders): string {
  const port = Number(/^\d{1,5}$/.exec(lastOf(headers[PORT]))?.[0] ?? 0);
  const isDefault = port === (protocol === 'https' ? 443 : 80);
  const named = port > 0 && port < 65_536 ? host.replace(/:\d+$/, '') + (isDefault ? '' : `:${port}`) : host;
  const prefix = lastOf(headers[PREFIX]);
  const isPath = prefix.length <= MAX_PREFIX && /^(?:\/[\w.~!$&'()*+;=:@%-]+)+\/?$/.test(prefix);
  return `${protocol}://${named}${isPath && !/\/\.{1,2}(?:\/|$)/.test(prefix) ? prefix : ''}`;
}

/** The header of a proxy that is nearest to us. */
function lastOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? (header.at(-1) ?? '') : (header ?? '');
  return text.slice(text.lastIndexOf(',') + 1).trim();
}
