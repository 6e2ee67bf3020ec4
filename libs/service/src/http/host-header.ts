import type { IncomingMessage } from 'node:http';

/** Returns the problem of the header `Host` (RFC 9112, section 3.2); undefined without one. Of two such headers, a proxy may have read the other one. */
export function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'is missing' : undefined;
  // The links of the response would have no host.
  if (headers.host.trim() === '') return 'is empty';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'is given twice' : undefined;
}
