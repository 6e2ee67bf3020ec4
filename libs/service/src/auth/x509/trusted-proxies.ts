import { BlockList, isIP } from 'node:net';

/** Ranges that have names, as the framework knows them in `TRUSTED_PROXIES`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Tells of addresses whether they are those of trusted proxies. */
export function trustedProxies(entries: readonly string[]): (address: string | undefined) => boolean {
  // To look an address up costs every request more than routing does.
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => NAMED[one] ?? [one])) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (family === undefined) continue;
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (given) => {
    if (given === undefined) return false;
    // Sockets of both families tell IPv4 addresses this way.
    const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}
