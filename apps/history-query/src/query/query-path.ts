import { malformed } from '@portolan/service';
import { MODIFIER_NAMES } from '../address/modifiers';

/** Both addresses of the API (reference: history, Collections). */
export const QUERY_ADDRESSES = ['api/v2', 'REST/v2'];

/** What comes after it is the query. */
const PREFIX = '/v2/';

/** What of a request's address a query is, as it was sent, without the query string. */
export function pathOf(url: string): string {
  const start = url.indexOf(PREFIX) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/**
 * Refuses a query string that names a modifier: it would mean nothing, though the client meant something. Other query strings
 * are ignored (a cache buster such as `?_=5`, say).
 *
 * @param url as it was sent
 * @throws ServiceError (malformed) that says how modifiers are written
 */
export function refuseQueryModifiers(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  // Parameters as URLSearchParams knows them, and matrix arguments behind a stray question mark.
  for (const [name] of new URLSearchParams(url.slice(start + 1).replaceAll(';', '&'))) {
    if (!MODIFIER_NAMES.includes(name)) continue;
    throw malformed(
      name,
      `invalid argument: "${name}" in the query string, modifiers follow the path and are separated by ";" (…;${name})`,
    );
  }
}
