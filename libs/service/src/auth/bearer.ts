import type { Credentials } from './authenticator';

/** Where browsers put a token: their EventSource and WebSocket can't set headers (RFC 6750 §2.3). */
export const TOKEN_PARAMETER = 'access_token';
/** The token of a request: of its `Authorization` header, else of its address. */
export function bearerOf({ headers, url }: Pick<Credentials, 'headers' | 'url'>): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
  return hasTokenInAddress(url) ? splitToken(url).token : undefined;
}

/**
 * Tells whether the name of a query parameter means a token: compared decoded and in any case, so that no spelling of it
 * stays in an address. Whatever is taken out of an address counts as the token.
 */
export const isTokenName = (name: string): boolean =>
  (decode(name.replaceAll('+', ' ')) ?? name).toLowerCase() === TOKEN_PARAMETER;

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

/** Tells whether the token of a request stands in its address. */
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

/** An address without the tokens in its query, and the first of them. Everything else stays as it was written. */
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

/** A text, such as the message of an error, with the tokens of the addresses in it covered. */
export const coverTokens = (text: string): string =>
  text.replace(/([?&])([^=&\s'"]{1,100})=([^&\s'"]*)/g, (all: string, mark: string, name: string) =>
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
