import type { IncomingHttpHeaders } from 'node:http';

/** The origins whose pages may write, open websockets and load scripts. */
export interface OriginRules {
  allowed: readonly string[];
  publicUrl?: string | undefined;
}

/**
 * Reports whether a request comes from a page of another site that is not allowed. Programs send neither `Origin` nor
 * `Sec-Fetch-Site`; a page can set neither.
 * @param addresses base addresses of the request: `Host`, and those forwarded by a trusted proxy
 */
export function isForeign(
  headers: IncomingHttpHeaders,
  addresses: readonly string[],
  { allowed, publicUrl }: OriginRules,
): boolean {
  const { origin } = headers;
  // `<script>` and navigation send no Origin with GET, but `Sec-Fetch-Site`.
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site' && !allowed.includes('*');
  if (allowed.includes('*') || allowed.includes(origin)) return false;
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return true;
  const from = new URL(origin);
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return false;
  return !addresses.some((address) => isHostOf(address, from));
}

/** Compares host and port. The scheme is ignored: a proxy that ends TLS does not always forward it. */
function isHostOf(address: string, page: URL): boolean {
  const url = address.replace(/^https?:/, page.protocol);
  return URL.canParse(url) && new URL(url).host === page.host;
}
