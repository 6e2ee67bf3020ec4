import { isIP, isIPv6 } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;
type Range = [Address, number];

/**
 * Addresses that must not be called for a client: the machine, its link (cloud metadata), multicast, unassigned ranges. Private
 * networks are allowed: artifacts and listeners are there. `OUTBOUND=listed` refuses them, too.
 */
const LOCAL = [
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/3'],
  ...['::/127', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  // Metadata of clouds outside of the link: Alibaba, Azure, Amazon, Google.
  ...['100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::/32', 'fd20:ce::254/128'],
].map(ipaddr.parseCIDR);

/** Ranges of IPv6 that embed an IPv4 address, by its first byte: that address is reached through them. */
const EMBEDDING = {
  // The last two are IPv4-translated and IPv4-compatible, which is long out of use; `::` and `::1` are local.
  12: ['64:ff9b::/96', '64:ff9b:1::/48', '::ffff:0:0:0/96', '::/96'].map(ipaddr.parseCIDR),
  2: [ipaddr.parseCIDR('2002::/16')],
};

/** Reports whether an IP address is local; also an IPv4 address that is written as or inside an IPv6 one. */
export function isLocalAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (isIn(LOCAL, parsed)) return true;
  const at = Number(ipaddr.subnetMatch(parsed, EMBEDDING, '-1'));
  return at > 0 && isIn(LOCAL, ipaddr.fromByteArray(parsed.toByteArray().slice(at, at + 4)));
}

const isIn = (ranges: Range[], address: Address): boolean =>
  ipaddr.subnetMatch(address, { inside: ranges }, '') === 'inside';

interface HostRule {
  matches(host: string, address: string | undefined): boolean;
  port: number | undefined;
}

export const OutboundMode = {
  /** All addresses except local ones; listed local addresses are allowed. */
  Open: 'open',
  /** Listed destinations only. */
  Listed: 'listed',
} as const;
export type OutboundMode = (typeof OutboundMode)[keyof typeof OutboundMode];

/** The two settings of outbound calls, as a configuration class declares them. */
export interface OutboundSettings {
  OUTBOUND: OutboundMode;
  OUTBOUND_ALLOWED: readonly string[];
}

/** The parsed settings `OUTBOUND` and `OUTBOUND_ALLOWED`. */
export interface OutboundRules {
  readonly mode: OutboundMode;
  readonly hosts: readonly HostRule[];
  readonly folders: readonly string[];
  /** Destinations of `s3` addresses when only listed ones are allowed. */
  readonly objects: readonly ObjectRule[];
}

interface ObjectRule {
  readonly bucket: string;
  readonly prefix: string;
}

/** The syntax of an entry of the setting. */
export const OUTBOUND_SYNTAX =
  'host, host:port, .suffix, address, [IPv6]:port, network/bits, file:///folder/ or s3://bucket/folder/';

const NAME = /^\.?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Reads one entry. @returns undefined for an invalid entry */
export function parseOutboundEntry(entry: string): HostRule | { folder: string } | ObjectRule | undefined {
  if (/^s3[an]?:/i.test(entry)) return objectRule(entry);
  if (/^file:/i.test(entry)) {
    const folder = /^file:\/\/(\/.*)$/i.exec(entry)?.[1];
    return folder === undefined ? undefined : { folder: decodeURIComponent(folder) };
  }
  if (ipaddr.isValidCIDR(entry))
    return isIP(entry.split('/')[0] ?? '') === 0 ? undefined : rangeRule(ipaddr.parseCIDR(entry));
  const { host, port } = splitPort(entry);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  if (isIP(host) !== 0) return addressRule(host, port);
  if (!NAME.test(host)) return undefined;
  const name = host.toLowerCase();
  return name.startsWith('.')
    ? { matches: (one) => one.endsWith(name), port }
    : { matches: (one) => one === name, port };
}

function objectRule(entry: string): ObjectRule | undefined {
  const [, bucket, path = ''] = /^s3[an]?:\/\/([^/?#]+)(?:\/([^?#]*))?$/i.exec(entry) ?? [];
  if (bucket === undefined) return undefined;
  try {
    const folder = decodeURIComponent(path);
    return { bucket, prefix: folder === '' || folder.endsWith('/') ? folder : `${folder}/` };
  } catch {
    return undefined;
  }
}

function splitPort(entry: string): { host: string; port: number | undefined } {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(entry);
  if (bracketed) return { host: bracketed[1] ?? '', port: portOf(bracketed[2]) };
  if (isIP(entry) !== 0) return { host: entry, port: undefined };
  const [, host = entry, port] = /^(.*):(\d{1,5})$/.exec(entry) ?? [];
  return { host, port: portOf(port) };
}

const portOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

const addressRule = (address: string, port: number | undefined): HostRule =>
  rangeRule(ipaddr.parseCIDR(`${address}/${isIPv6(address) ? 128 : 32}`), port);

const rangeRule = (range: Range, port?: number): HostRule => ({
  matches: (_host, given) => given !== undefined && formsOf(given).some((form) => isIn([range], form)),
  port,
});

/** Returns an address and, for IPv4, its IPv6 form: a range of either kind may contain it. */
function formsOf(text: string): Address[] {
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv4 ? [address, address.toIPv4MappedAddress()] : [address];
}

/** Reads the whole setting; invalid entries were refused at start. */
export function parseOutboundRules(mode: OutboundMode, entries: readonly string[]): OutboundRules {
  const parsed = entries.flatMap((entry) => parseOutboundEntry(entry) ?? []);
  return {
    mode,
    hosts: parsed.flatMap((rule) => ('matches' in rule ? [rule] : [])),
    folders: parsed.flatMap((rule) => ('folder' in rule ? [rule.folder] : [])),
    objects: parsed.flatMap((rule) => ('bucket' in rule ? [rule] : [])),
  };
}

/** Reports whether a host may be called at an address: one that is not local, or is listed by name or address. */
export function mayCall(rules: OutboundRules, host: string, address: string, port: number): boolean {
  if (rules.mode === OutboundMode.Open && !isLocalAddress(address)) return true;
  return rules.hosts.some(
    (rule) => (rule.port === undefined || rule.port === port) && rule.matches(host.toLowerCase(), address),
  );
}

/** Reports whether an object may be read: any if everything is allowed, else one in a listed bucket or folder of it. */
export const mayRead = ({ mode, objects }: OutboundRules, bucket: string, key: string): boolean =>
  mode === OutboundMode.Open || objects.some((rule) => rule.bucket === bucket && key.startsWith(rule.prefix));
