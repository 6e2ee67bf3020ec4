import { malformed } from '@portolan/service';

/** How much of a wrong address an error message repeats, characters. */
const QUOTE_LIMIT = 200;

/** Text of a client, cut when it is long. */
export const shorten = (text: string): string =>
  text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text;

/** The same in quotes. */
export const quote = (text: string): string => `"${shorten(text)}"`;

/**
 * Decodes one part of an address after the address has been split, so that encoded separators are text.
 *
 * @throws ServiceError (malformed) when the escapes are none
 */
export function percentDecode(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw malformed('path', `invalid percent-encoding: ${quote(part)}`);
  }
}
