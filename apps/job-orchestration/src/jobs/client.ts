import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Who submits. */
export interface Client {
  host: string;
  userAgent: string | undefined;
  /** What the client tells selectors in headers of its own; names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** Headers that are kept of one request, and characters of a value: they are stored with every job. */
const MAX_HEADERS = 32;
const MAX_VALUE = 1024;

/** Who sent a request. @param prefixes what the names of headers begin with that are kept, in any case */
export const clientOf = ({ ip, headers }: FastifyRequest, prefixes: readonly string[]): Client => ({
  host: ip,
  userAgent: headers['user-agent'],
  headers: keptHeaders(headers, prefixes),
});

/** The headers whose names begin with one of the prefixes: the first ones, values cut to what is stored. */
export function keptHeaders(headers: IncomingHttpHeaders, prefixes: readonly string[]): Client['headers'] {
  const wanted = prefixes.map((prefix) => prefix.toLowerCase());
  const kept = Object.keys(headers).filter((name) => wanted.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(
    kept.slice(0, MAX_HEADERS).map((name) => [name, String(headers[name]).slice(0, MAX_VALUE)]),
  );
}
