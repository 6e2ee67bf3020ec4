import type { Credentials } from './principal';

/** Query parameter with a token for browsers: their EventSource and WebSocket cannot set headers (RFC 6750 §2.3). */
export const TOKEN_PARAMETER = 'access_token';
/** Returns the token of a request: of its `Authorization` header, else of its address. */
export function bearerOf({ headers, url }: Pick<Credentials, 'headers' | 'url'>): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
  return hasTokenInAddress(url) ? splitToken(url).token : undefined;
}

/**
 * Reports whether a query parameter is a token: compared decoded, in any case, with or without brackets (`access_token[]`), so
 * that no spelling stays in an address. Any removed parameter counts as the token.
 */
const isTokenName = (name: string): boolean =>
  (decode(name.replaceAll('+', ' ')) ?? name)
    .toLowerCase()
    .split(/[[\]]/)
    .some((part) => part.trim() === TOKEN_PARAMETER);

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

export function hasTokenInAddress(url: string): boolean {
  const start = url.indexOf('?');
  return (
    start >= 0 &&
    url
      .slice(start + 1)
      .split('&')
      .some((pair) => isTokenName(nameOf(pair)))
  );
}

/** Returns an address without the tokens in its query, and the first of them. The rest is unchanged. */
export function splitToken(url: string): { url: string; token: string | undefined } {
  const start = url.indexOf('?');
  if (start < 0) return { url, token: undefined };
  const pairs = url.slice(start + 1).split('&');
  const rest = pairs.filter((pair) => !isTokenName(nameOf(pair)));
  const given = pairs.find((pair) => isTokenName(nameOf(pair)) && pair.includes('='));
  const path = url.slice(0, start);
  return {
    url: rest.length > 0 ? `${path}?${rest.join('&')}` : path,
    token: decode(given?.slice(given.indexOf('=') + 1)),
  };
}

/**
 * Returns a text, such as an error message, with the tokens of the addresses in it masked. In history query `;` separates arguments: a
 * token after it is no credential, but a client's mistake that must not be logged. No token contains a `;` (RFC 6750 §2.1).
 */
export const maskTokens = (text: string): string =>
  text.replace(/([?&;])([^=&;\s'"]{1,100})=([^&;\s'"]*)/g, (all: string, mark: string, name: string) =>
    isTokenName(name) ? `${mark}${TOKEN_PARAMETER}=…` : all,
  );

function decode(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
