import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Principal } from '../auth/principal';

/** Longer names are told apart by their digest. */
const MAX_NAME = 64;
/** Groups of an IPv6 address that name a network: whoever has one has all its addresses. */
const NETWORK_GROUPS = 4;

/** Whom a request counts for: the client by name, or the address that it comes from when it has none. */
export function clientKey(principal: Principal | undefined, address: string): string {
  if (principal && principal.subject !== '') return `s:${principal.via}:${shortened(principal.subject)}`;
  return `a:${networkOf(address)}`;
}

const shortened = (name: string): string =>
  name.length > MAX_NAME ? createHash('sha256').update(name).digest('hex') : name;

/** An IPv4 address as it is, also when it is written as an IPv6 one; of an IPv6 address its /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const all = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
