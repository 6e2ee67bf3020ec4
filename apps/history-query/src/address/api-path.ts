/** Path of this API below the service's address. */
export const API_PATH = 'api/v2';

/** The routes of queries (V2-ADDR-10). */
export const QUERY_ROUTE = `/${API_PATH}/*`;
export const ALIAS_ROUTE = '/REST/v2/*';

const PREFIX = '/v2/';

/** Returns the query in a request's address as sent, without the query string. */
export function pathOf(url: string): string {
  const start = url.indexOf(PREFIX) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
