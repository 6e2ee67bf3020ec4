import type { IncomingHttpHeaders } from 'node:http';

/** Whose pages may write, open websockets and load scripts. */
export interface OriginRules {
  /** `CORS_ORIGINS`; `*`: all. */
  allowed: readonly string[];
  /** `PUBLIC_URL`. */
  publicUrl?: string | undefined;
}

/**
 * Tells whether a request comes from a page of another site that is not allowed. Programs send neither `Origin` nor
 * `Sec-Fetch-Site`; a page can set neither of them.
 *
 * @param addresses base addresses that the request came to: `Host`, and what a trusted proxy forwards
 */
export function isForeign(
  headers: IncomingHttpHeaders,
  addresses: readonly string[],
  { allowed, publicUrl }: OriginRules,
): boolean {
  const { origin } = headers;
  // `<script>` and navigation send no Origin with GET, but say that they cross sites.
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site' && !allowed.includes('*');
  if (allowed.includes('*') || allowed.includes(origin)) return false;
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return true;
  const from = new URL(origin);
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return false;
  return !addresses.some((address) => isHostOf(address, from));
}

/** Compares host and port. The scheme is the page's own: a proxy that ends TLS does not always say so. */
function isHostOf(address: string, page: URL): boolean {
  const url = address.replace(/^https?:/, page.protocol);
  return URL.canParse(url) && new URL(url).host === page.host;
}
