import { malformed } from '@portolan/service';
import { MODIFIER_NAMES } from '../address/modifiers';

/** The addresses of the API (V2-ADDR-10). */
export const QUERY_ROUTE = '/api/v2/*';
export const ALIAS_ROUTE = '/REST/v2/*';

const PREFIX = '/v2/';

/** Returns the query in a request's address as sent, without the query string. */
export function pathOf(url: string): string {
  const start = url.indexOf(PREFIX) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/** Refuses modifiers in the query string, where they would have no effect; others are ignored (`?_=5`). @throws ServiceError (malformed) */
export function refuseQueryModifiers(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  // Finds parameters in URL syntax, and matrix arguments after a stray question mark.
  const given = new URLSearchParams(url.slice(start + 1).replaceAll(';', '&'));
  const name = [...given.keys()].find((one) => MODIFIER_NAMES.includes(one));
  if (name !== undefined)
    throw malformed(
      name,
      `invalid argument: "${name}" in the query string, modifiers follow the path and are separated by ";" (…;${name})`,
    );
}
