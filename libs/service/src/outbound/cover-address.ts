const COVER = '***';

/**
 * Returns a location with `***` for what in it may be a credential: user and password, and all of the query, which may be a
 * signature or a token. A location without either, and a plain path, stays as it is.
 */
export function coverAddress(location: string): string {
  return location
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${COVER}@`)
    .replace(/^([a-z][a-z0-9+.-]*:[^?#]*\?)[^#]+/i, `$1${COVER}`);
}

/** Returns the origin of an address that is called, with `***` for the rest: paths of webhooks are often secret, too. */
export const coverWebhook = (url: string): string =>
  URL.canParse(url) && new URL(url).pathname + new URL(url).search !== '/'
    ? `${new URL(url).origin}/${COVER}`
    : url;
