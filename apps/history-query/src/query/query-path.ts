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
