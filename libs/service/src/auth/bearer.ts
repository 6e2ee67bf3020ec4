import type { Credentials } from './authenticator';

/** Where browsers put a token: their EventSource and WebSocket can't set headers (RFC 6750 §2.3). */
export const TOKEN_PARAMETER = 'access_token';
const MARK = `${TOKEN_PARAMETER}=`;

/** The token of a request: of its `Authorization` header, else of its address. */
export function bearerOf({ headers, url }: Pick<Credentials, 'headers' | 'url'>): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
  return url.includes(MARK) ? splitToken(url).token : undefined;
}

/** Tells whether the token of a request stands in its address. */
export const hasTokenInAddress = (url: string): boolean => url.includes(MARK);

/** An address without the token in its query, and the token. Everything else stays as it was written. */
export function splitToken(url: string): { url: string; token: string | undefined } {
  const start = url.indexOf('?');
  if (start < 0) return { url, token: undefined };
  const pairs = url.slice(start + 1).split('&');
  const rest = pairs.filter((pair) => !pair.startsWith(MARK));
  const given = pairs.find((pair) => pair.startsWith(MARK))?.slice(MARK.length);
  const path = url.slice(0, start);
  return { url: rest.length > 0 ? `${path}?${rest.join('&')}` : path, token: decode(given) };
}

/** A text, such as the message of an error, with the tokens of the addresses in it covered. */
export const coverTokens = (text: string): string => text.replace(/\baccess_token=[^&\s'"]*/g, `${MARK}…`);

function decode(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
