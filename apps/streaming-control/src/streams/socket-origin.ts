/** What decides about a websocket's `Origin`. */
export interface OriginRules {
  /** `CORS_ORIGINS`: origins whose pages may call; `*`: all. */
  allowed: readonly string[];
  /** `PUBLIC_URL`. */
  publicUrl?: string | undefined;
}

/**
 * Tells whether a page of `origin` may open a websocket. Browsers apply no CORS to websockets, so the server
 * has to: pages of its own address and of `CORS_ORIGINS` may, and programs, which send no origin.
 *
 * @param host the request's `Host`
 */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  { allowed, publicUrl }: OriginRules,
): boolean {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return true;
  const from = URL.canParse(origin) ? new URL(origin) : undefined;
  if (!from) return false;
  return from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin);
}
