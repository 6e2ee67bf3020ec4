import type { RuledRoute } from '../../auth/access-control';

/** Headers that browsers send for a page of another site: with its origin, and without (forms and scripts of some of them). */
const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Sends a request to a route. @returns its status as a text, `passes` unless refused */
type Ask = (method: string, url: string, headers: Record<string, string>) => Promise<string>;

/**
 * Calls every route that writes, and every websocket, as a page of another site would. Sends no credential: the guard
 * runs before access control, so that an unguarded route answers 401 or executes the request.
 *
 * @returns the requests that were not refused, one line each
 */
export async function crossSiteProblems(routes: readonly RuledRoute[], ask: Ask): Promise<string[]> {
  const asked = routes.filter(({ method }) => !READS.has(method));
  const problems: string[] = [];
  for (const { method, url } of asked) {
    const given = await Promise.all(FOREIGN.map((headers) => ask(method, url, headers)));
    for (const [index, one] of given.entries()) {
      if (one !== '403')
        problems.push(
          `${method} ${url} of another site (${JSON.stringify(FOREIGN[index])}): ${one}, not 403`,
        );
    }
  }
  return problems;
}
