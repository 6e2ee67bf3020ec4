import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { forwardedAddress, readForwarded } from './forwarded';

/** Reports whether an address belongs to a trusted proxy. */
export type IsProxy = (address: string | undefined) => boolean;

/** Returns the predicate of `TRUSTED_PROXIES`, Fastify's `trustProxy`. @throws TypeError for an invalid entry */
export function trustedProxies(entries: readonly string[]): IsProxy {
  const isTrusted = proxyAddr.compile([...entries]);
  return (address) => address !== undefined && isTrusted(address, 0);
}

/** A request as Node.js received it, before Fastify. */
export type ReceivedRequest = Pick<IncomingMessage, 'headers' | 'url'> & {
  socket: { remoteAddress?: string | undefined };
};

/** Returns the client's address of a request that Fastify does not see, as Fastify resolves `request.ip`. */
export function clientAddress(request: ReceivedRequest, isProxy: IsProxy): string {
  const { remoteAddress = '' } = request.socket;
  if (!isProxy(remoteAddress)) return remoteAddress;
  readForwarded(request.headers);
  return proxyAddr(request as IncomingMessage, isProxy);
}

/** Returns the base address that a trusted proxy was called at; undefined when it is not forwarded. */
export function addressAtProxy({ headers, socket }: ReceivedRequest, isProxy: IsProxy): string | undefined {
  if (!isProxy(socket.remoteAddress)) return undefined;
  readForwarded(headers);
  const host = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
  return host ? forwardedAddress('http', host, headers) : undefined;
}
