import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

const X_FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Converts `Forwarded` (RFC 7239) of a trusted proxy to the `X-Forwarded-*` headers of the framework, unless those were sent.
 * `TRUSTED_PROXIES` determines afterwards how many hops are trusted.
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

/** An optional pair and its separator. Adjacent parts never match the same text, so matching takes linear time. */
const PAIR = /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]*))[ \t]*)?(;|,|$)/y;

/** Splits at commas outside quotes. An unreadable hop, which a client may have written, does not hide those that proxies added. */
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

/** Returns an address without port and brackets: `"[2001:db8::1]:4711"` is `2001:db8::1`. */
const addressOf = (node: string): string =>
  /^\[(.*)\]/.exec(node)?.[1] ?? (/^[\d.]+:\d+$/.test(node) ? node.slice(0, node.indexOf(':')) : node);

const PORT = 'x-forwarded-port';
const PREFIX = 'x-forwarded-prefix';
/** A prefix goes into every link. */
const MAX_PREFIX = 512;

/** Removes the port and prefix headers of a sender that is no trusted proxy; the framework does not check these two. */
export function dropUntrusted(headers: IncomingHttpHeaders): void {
  for (const name of [PORT, PREFIX]) if (headers[name] !== undefined) delete headers[name];
}

/**
 * Returns our address at a proxy from its last `X-Forwarded-Port` and `X-Forwarded-Prefix`; ignores invalid ones. A protocol other
 * than https counts as http: a proxy may pass on what a client wrote, and links must not begin with `javascript:`.
 * @param headers without those that {@link dropUntrusted} removes
 */
export function forwardedAddress(protocol: string, host: string, headers: IncomingHttpHeaders): string {
  const scheme = protocol.toLowerCase() === 'https' ? 'https' : 'http';
  const port = Number(/^\d{1,5}$/.exec(lastOf(headers[PORT]))?.[0] ?? 0);
  const isDefault = port === (scheme === 'https' ? 443 : 80);
  const named = port > 0 && port < 65_536 ? host.replace(/:\d+$/, '') + (isDefault ? '' : `:${port}`) : host;
  const prefix = lastOf(headers[PREFIX]);
  const isPath = prefix.length <= MAX_PREFIX && /^(?:\/[\w.~!$&'()*+;=:@%-]+)+\/?$/.test(prefix);
  return `${scheme}://${named}${isPath && !/\/\.{1,2}(?:\/|$)/.test(prefix) ? prefix : ''}`;
}

function lastOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? (header.at(-1) ?? '') : (header ?? '');
  return text.slice(text.lastIndexOf(',') + 1).trim();
}

/** Returns the service's base address for a client, without a trailing slash: `PUBLIC_URL`, else that of the request. */
export function publicUrl(config: { PUBLIC_URL?: string | undefined }, request: FastifyRequest): string {
  const { protocol, host, raw } = request;
  const named = host || addressOfSocket(raw.socket);
  return withoutSlashes(config.PUBLIC_URL ?? forwardedAddress(protocol, named, raw.headers));
}

/** Returns the address that a client connected to: a request of HTTP/1.0 may have no `Host`. */
function addressOfSocket({ localAddress = '', localPort = 0 }: Socket): string {
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/, '');
  return `${isIPv6(address) ? `[${address}]` : address}:${localPort}`;
}

/** Removes trailing slashes. Clients control `Host`: a regular expression would take quadratic time. */
export function withoutSlashes(url: string): string {
  let { length } = url;
  while (url[length - 1] === '/') length -= 1;
  return url.slice(0, length);
}

/** Reports whether an address belongs to a trusted proxy. */
export type IsProxy = (address: string | undefined) => boolean;

/** Returns the predicate of `TRUSTED_PROXIES`, Fastify's `trustProxy`. @throws TypeError for an invalid entry */
export function trustedProxies(entries: readonly string[]): IsProxy {
  const isTrusted = proxyAddr.compile([...entries]);
  return (address) => address !== undefined && isTrusted(address, 0);
}

/** A request as Node.js received it, before Fastify. */
export type ReceivedRequest = Pick<IncomingMessage, 'headers' | 'url'> & {
  socket: { remoteAddress?: string | undefined };
};

/** Returns the client's address of a request that Fastify does not see, as Fastify resolves `request.ip`. */
export function clientAddress(request: ReceivedRequest, isProxy: IsProxy): string {
  const { remoteAddress = '' } = request.socket;
  if (!isProxy(remoteAddress)) return remoteAddress;
  readForwarded(request.headers);
  return proxyAddr(request as IncomingMessage, isProxy);
}

/** Returns the base address that a trusted proxy was called at; undefined when it is not forwarded. */
export function addressAtProxy({ headers, socket }: ReceivedRequest, isProxy: IsProxy): string | undefined {
  if (!isProxy(socket.remoteAddress)) return undefined;
  readForwarded(headers);
  const host = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
  return host ? forwardedAddress('http', host, headers) : undefined;
}
