import { BlockList, isIPv6 } from 'node:net';

/**
 * Addresses that mean the machine itself or its link (where clouds keep their metadata and its credentials): a client's
 * webhook must not make this service call them. Private networks are not among them: that is where webhooks live.
 */
const LOCAL = new BlockList();
LOCAL.addSubnet('0.0.0.0', 8);
LOCAL.addSubnet('127.0.0.0', 8);
LOCAL.addSubnet('169.254.0.0', 16);
LOCAL.addSubnet('224.0.0.0', 3);
LOCAL.addAddress('::', 'ipv6');
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');
LOCAL.addSubnet('ff00::', 8, 'ipv6');
LOCAL.addAddress('fd00:ec2::254', 'ipv6');

/** Tells whether an IP address is local; also an IPv4 address that is written as an IPv6 one. */
export const isLocalAddress = (address: string): boolean =>
  LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** The host of an address as a resolver takes it: IPv6 addresses without their brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
