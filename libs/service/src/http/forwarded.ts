import type { IncomingHttpHeaders } from 'node:http';

const X_FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Turns `Forwarded` (RFC 7239) into the `X-Forwarded-*` headers that the framework knows, unless a proxy sent those itself.
 * Whether they are believed is decided afterwards, by who sent them.
 */
export function readForwarded(headers: IncomingHttpHeaders): void {
  const { forwarded } = headers;
  if (forwarded === undefined || X_FORWARDED.some((name) => headers[name] !== undefined)) return;
  const hops = elementsOf(forwarded).map(pairsOf);
  const values = (name: string): string[] => hops.flatMap((hop) => hop.get(name) ?? []);
  const found: Record<(typeof X_FORWARDED)[number], string[]> = {
    'x-forwarded-for': values('for').map(addressOf),
    'x-forwarded-host': values('host'),
    'x-forwarded-proto': values('proto'),
  };
  for (const name of X_FORWARDED) if (found[name].length > 0) headers[name] = found[name].join(', ');
}

/** Parted at commas, but for those in quotes. */
const elementsOf = (header: string): string[] => header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];

function pairsOf(element: string): Map<string, string> {
  const pairs = element.matchAll(/([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]*))/g);
  return new Map(
    [...pairs].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? plain,
    ]),
  );
}

/** An address without port and brackets: `"[2001:db8::1]:4711"` is `2001:db8::1`. */
const addressOf = (node: string): string =>
  /^\[(.*)\]/.exec(node)?.[1] ?? (/^[\d.]+:\d+$/.test(node) ? node.slice(0, node.indexOf(':')) : node);
