import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { readForwarded } from './forwarded';

/** Tells whether an address belongs to a trusted proxy. */
export type IsProxy = (address: string | undefined) => boolean;

/** Returns the predicate of `TRUSTED_PROXIES`, Fastify's `trustProxy`. @throws TypeError for an invalid entry */
export function trustedProxies(entries: readonly string[]): IsProxy {
  const isTrusted = proxyAddr.compile([...entries]);
  return (address) => address !== undefined && isTrusted(address, 0);
}

/** Returns the client's address of a request that Fastify does not see, as Fastify resolves `request.ip`. */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  isProxy: IsProxy,
): string {
  const { remoteAddress = '' } = request.socket;
  if (!isProxy(remoteAddress)) return remoteAddress;
  readForwarded(request.headers);
  return proxyAddr(request as IncomingMessage, isProxy);
}
