import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Addresses that a client must not have us call: the machine itself, its link (where clouds keep their metadata and its
 * credentials), groups, and ranges that are nobody's. Private networks (10/8, 172.16/12, 192.168/16, fc00::/7) are not among
 * them: that is where artifacts and listeners of an installation are. `OUTBOUND=listed` closes them, too.
 */
const LOCAL = new BlockList();
LOCAL.addSubnet('0.0.0.0', 8);
LOCAL.addSubnet('127.0.0.0', 8);
LOCAL.addSubnet('169.254.0.0', 16);
LOCAL.addSubnet('192.0.0.0', 24);
LOCAL.addSubnet('198.18.0.0', 15);
LOCAL.addSubnet('224.0.0.0', 3);
LOCAL.addAddress('100.100.100.200');
LOCAL.addAddress('::', 'ipv6');
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');
LOCAL.addSubnet('fec0::', 10, 'ipv6');
LOCAL.addSubnet('ff00::', 8, 'ipv6');
LOCAL.addSubnet('fd00:ec2::', 32, 'ipv6');

/** Ranges of IPv6 in which an IPv4 address is written: it is what is reached through them. `at`: its first group. */
const EMBEDDING = [
  { range: subnet('64:ff9b::', 96), at: 6 },
  { range: subnet('64:ff9b:1::', 48), at: 6 },
  { range: subnet('2002::', 16), at: 1 },
  // IPv4-compatible, long out of use; `::` and `::1` are refused above.
  { range: subnet('::', 96), at: 6 },
];

function subnet(network: string, prefix: number): BlockList {
  const list = new BlockList();
  list.addSubnet(network, prefix, 'ipv6');
  return list;
}

/** Tells whether an IP address is local; also an IPv4 address that is written as or inside an IPv6 one. */
export function isLocalAddress(address: string): boolean {
  if (!isIPv6(address)) return LOCAL.check(address, 'ipv4');
  if (LOCAL.check(address, 'ipv6')) return true;
  const inside = EMBEDDING.find(({ range }) => range.check(address, 'ipv6'));
  return inside !== undefined && LOCAL.check(embeddedIn(address, inside.at), 'ipv4');
}

function embeddedIn(address: string, at: number): string {
  const groups = groupsOf(address);
  return [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The WHATWG parser writes every form (dots, zone, upper case) in one way.
  const [plain = ''] = address.split('%', 1);
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parts = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16));
  if (tail === undefined) return parts(head);
  const [before, after] = [parts(head), parts(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** A host as a rule names it, the port when it names one. */
interface HostRule {
  matches(host: string, address: string | undefined): boolean;
  port: number | undefined;
}

/** What may be called. */
export const OutboundMode = {
  /** Everything but local addresses, and of those what is listed. */
  Open: 'open',
  /** What is listed, nothing else. */
  Listed: 'listed',
} as const;
export type OutboundMode = (typeof OutboundMode)[keyof typeof OutboundMode];

/** What `OUTBOUND` and `OUTBOUND_ALLOWED` say. */
export interface OutboundRules {
  readonly mode: OutboundMode;
  readonly hosts: readonly HostRule[];
  /** Folders that `file` addresses may lead into. */
  readonly folders: readonly string[];
  /** What `s3` addresses may lead to where only what is listed may be called. */
  readonly objects: readonly ObjectRule[];
}

/** A bucket, or what is in a folder of it. */
interface ObjectRule {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

/** How an entry of the setting may look. */
export const OUTBOUND_SYNTAX =
  'host, host:port, .suffix, address, [IPv6]:port, network/bits, file:///folder/ or s3://bucket/folder/';

const NAME = /^\.?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * Reads one entry.
 *
 * @returns undefined for what is none
 */
export function parseOutboundEntry(entry: string): HostRule | { folder: string } | ObjectRule | undefined {
  if (/^s3[an]?:/i.test(entry)) return objectRule(entry);
  if (/^file:/i.test(entry)) {
    const folder = /^file:\/\/(\/.*)$/i.exec(entry)?.[1];
    return folder === undefined ? undefined : { folder: decodeURIComponent(folder) };
  }
  const network = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(entry);
  if (network) return networkRule(network[1] ?? '', Number(network[2]));
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

function addressRule(address: string, port: number | undefined): HostRule {
  const list = new BlockList();
  list.addAddress(address, familyOf(address));
  return { matches: (_host, given) => isIn(list, given), port };
}

function networkRule(network: string, bits: number): HostRule | undefined {
  const version = isIP(network);
  if (version === 0 || bits > (version === 6 ? 128 : 32)) return undefined;
  const list = new BlockList();
  list.addSubnet(network, bits, familyOf(network));
  return { matches: (_host, given) => isIn(list, given), port: undefined };
}

const isIn = (list: BlockList, address: string | undefined): boolean =>
  address !== undefined && list.check(address, familyOf(address));

const familyOf = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Reads the whole setting; entries that are none were refused at start. */
export function parseOutboundRules(mode: OutboundMode, entries: readonly string[]): OutboundRules {
  const parsed = entries.flatMap((entry) => parseOutboundEntry(entry) ?? []);
  return {
    mode,
    hosts: parsed.flatMap((rule) => ('matches' in rule ? [rule] : [])),
    folders: parsed.flatMap((rule) => ('folder' in rule ? [rule.folder] : [])),
    objects: parsed.flatMap((rule) => ('bucket' in rule ? [rule] : [])),
  };
}

/** Tells whether a host may be called at an address: any that is not local, and those that are listed by name or address. */
export function mayCall(rules: OutboundRules, host: string, address: string, port: number): boolean {
  if (rules.mode === OutboundMode.Open && !isLocalAddress(address)) return true;
  return rules.hosts.some(
    (rule) => (rule.port === undefined || rule.port === port) && rule.matches(host.toLowerCase(), address),
  );
}

/** Tells whether an object may be read: all where everything may be called, else those in a listed bucket or folder of it. */
export const mayRead = ({ mode, objects }: OutboundRules, bucket: string, key: string): boolean =>
  mode === OutboundMode.Open || objects.some((rule) => rule.bucket === bucket && key.startsWith(rule.prefix));
