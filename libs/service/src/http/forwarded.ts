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
