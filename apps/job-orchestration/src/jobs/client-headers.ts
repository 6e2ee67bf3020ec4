import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The submitting client. */
export interface Client {
  host: string;
  userAgent: string | undefined;
  /** Headers for selectors; names in lower case (V3-SEL-9). */
  headers: Readonly<Record<string, string>>;
}

/** Limits of the stored headers of one request and of the characters of a value: they are stored with every job. */
const MAX_HEADERS = 32;
const MAX_VALUE = 1024;

/** Returns the sender of a request. @param prefixes headers whose names begin with one of these are stored */
export const clientOf = ({ ip, headers }: FastifyRequest, prefixes: readonly string[]): Client => ({
  host: ip,
  userAgent: headers['user-agent'],
  headers: keptHeaders(headers, prefixes),
});

/** Returns the first headers whose names begin with one of the prefixes, values cut to the stored length. */
export function keptHeaders(headers: IncomingHttpHeaders, prefixes: readonly string[]): Client['headers'] {
  const wanted = prefixes.map((prefix) => prefix.toLowerCase());
  const kept = Object.keys(headers).filter((name) => wanted.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(
    kept.slice(0, MAX_HEADERS).map((name) => [name, String(headers[name]).slice(0, MAX_VALUE)]),
  );
}
