import { malformed } from '@portolan/service';

/** Limit of a quoted address in an error message, characters. */
const QUOTE_LIMIT = 200;

export const shorten = (text: string): string =>
  text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text;

/** Quotes a client's text, truncated. */
export const quote = (text: string): string => `"${shorten(text)}"`;

/** Decodes one part of an address that has been split already. @throws ServiceError (malformed) */
export function percentDecode(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw malformed('path', `invalid percent-encoding: ${quote(part)}`);
  }
}
