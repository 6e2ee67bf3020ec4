import type { IncomingMessage } from 'node:http';
import { readForwarded } from './forwarded';

/**
 * The address of the client of a request that the framework does not see: told by proxies as far as they are trusted, the
 * last hop first.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  isProxy: (address: string | undefined) => boolean,
): string {
  let address = socket.remoteAddress ?? '';
  if (!isProxy(address)) return address;
  readForwarded(headers);
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  while (isProxy(address)) {
    const hop = hops.pop()?.trim();
    if (!hop) break;
    address = hop;
  }
  return address;
}
