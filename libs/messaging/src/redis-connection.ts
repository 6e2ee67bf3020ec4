import type { ConnectionOptions } from 'node:tls';

/** One server or sentinel. */
export interface RedisHost {
  host: string;
  port: number;
}

/** The parsed address of Redis: one server, or the sentinels that know which server is the master. */
export interface RedisAddress {
  hosts: RedisHost[];
  /** Name under which the sentinels know the master; undefined: `hosts` is the server itself. */
  master: string | undefined;
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  db: number;
}

const SERVER_PORT = 6379;
const SENTINEL_PORT = 26_379;

/** Message for an address that cannot be parsed. */
export const REDIS_URL_RULE =
  'must be redis://[user:password@]host[:port][/db] or redis+sentinel://[user:password@]host[:port],host[:port]/master[?db=n], with rediss for TLS';

const ADDRESS =
  /^(?<scheme>rediss?)(?<sentinel>\+sentinel)?:\/\/(?:(?<credentials>[^@/]*)@)?(?<hosts>[^@/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

/**
 * Parses an address ({@link REDIS_URL_RULE}); user and password are those of the servers; `rediss` applies to the sentinels, too.
 * @throws Error with the rule; it never shows the address
 */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = ADDRESS.exec(url)?.groups;
  if (!parts) throw new Error(REDIS_URL_RULE);
  const isSentinel = parts.sentinel !== undefined;
  const path = decode((parts.path ?? '').slice(1));
  const database = isSentinel ? (new URLSearchParams(parts.query).get('db') ?? '') : path;
  const [username = '', ...password] = (parts.credentials ?? '').split(':');
  if (!/^\d*$/.test(database) || (isSentinel && !/^[\w.-]+$/.test(path))) throw new Error(REDIS_URL_RULE);
  const hosts = (parts.hosts ?? '').split(',');
  if (!isSentinel && hosts.length > 1) throw new Error(REDIS_URL_RULE);
  return {
    hosts: hosts.map((host) => readHost(host, isSentinel ? SENTINEL_PORT : SERVER_PORT)),
    master: isSentinel ? path : undefined,
    tls: parts.scheme === 'rediss',
    username: decode(username) || undefined,
    password: decode(password.join(':')) || undefined,
    db: Number(database),
  };
}

function readHost(text: string, defaultPort: number): RedisHost {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(found?.[3] ?? defaultPort);
  const host = found?.[1] ?? found?.[2];
  if (host === undefined || port > 65_535) throw new Error(REDIS_URL_RULE);
  return { host, port };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(REDIS_URL_RULE);
  }
}

/** Address and credentials of Redis. Certificates and keys are PEM. */
export interface RedisTarget {
  url: string;
  /** Overrides the password in the address. */
  password?: string | undefined;
  /** Password of the sentinels; `password` is that of the servers. */
  sentinelPassword?: string | undefined;
  /** Authority of the servers' certificates. @default those that Node.js trusts */
  ca?: string | undefined;
  /** Certificate and key of this client, where the servers require one. */
  cert?: string | undefined;
  key?: string | undefined;
}

/** Connection options that ioredis and BullMQ share; times in ms. */
export interface RedisSettings {
  host?: string;
  port?: number;
  sentinels?: RedisHost[];
  name?: string;
  sentinelPassword?: string | undefined;
  sentinelTLS?: ConnectionOptions;
  enableTLSForSentinelMode?: boolean;
  sentinelRetryStrategy?: (attempt: number) => number;
  username?: string | undefined;
  password?: string | undefined;
  db: number;
  tls?: ConnectionOptions | undefined;
  enableOfflineQueue?: boolean;
  maxRetriesPerRequest?: number | null;
  connectTimeout?: number;
  commandTimeout?: number;
  retryStrategy?: (attempt: number) => number;
  reconnectOnError?: (error: Error) => false | 2;
}

/** Returns connection options of an address, alone or with credentials. @throws Error that names the problem of the address */
export function redisOptions(target: string | RedisTarget): RedisSettings {
  const given: RedisTarget = typeof target === 'string' ? { url: target } : target;
  const { hosts, master, tls: wantsTls, username, password, db } = parseRedisUrl(given.url);
  const { ca, cert, key } = given;
  if (!wantsTls && (ca ?? cert ?? key) !== undefined)
    throw new Error('certificates are given for Redis, but its address does not ask for TLS (rediss)');
  const tls = wantsTls ? { ca, cert, key } : undefined;
  const common = { username, password: given.password ?? password, db, tls };
  if (master === undefined) return { ...hosts[0], ...common };
  return {
    ...common,
    sentinels: hosts,
    name: master,
    sentinelPassword: given.sentinelPassword,
    sentinelRetryStrategy: reconnectForEver,
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    reconnectOnError: leaveDemoted,
  };
}

/** Reconnects for ever, first after 100 ms, then at most every second, until an outage has ended. */
export const reconnectForEver = (attempt: number): number => Math.min(attempt * 100, 1000);

/** A master that has become a replica refuses to write: the sentinels are asked again, then the command is sent again. */
const leaveDemoted = (error: Error): false | 2 => (error.message.startsWith('READONLY') ? 2 : false);

/**
 * Returns options for senders: a command fails at once while Redis is unreachable, so that requests do not wait. A
 * sweep resends lost messages.
 */
export function senderOptions(target: string | RedisTarget): RedisSettings {
  return {
    ...redisOptions(target),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1500,
    commandTimeout: 1500,
    retryStrategy: reconnectForEver,
  };
}

/** Returns options for listeners (BullMQ workers, subscribers): commands wait until Redis is reachable. */
export function listenerOptions(target: string | RedisTarget): RedisSettings {
  return { ...redisOptions(target), maxRetriesPerRequest: null, retryStrategy: reconnectForEver };
}

/** Waits for `work`, but returns the result of `otherwise` after the limit; `work` then continues. */
export async function within<T>(limitMs: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  try {
    return await Promise.race([work, limit.then(otherwise)]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Reports whether Redis did not answer a command in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Command timed out');

/** Waits for a command. @throws Error `Command timed out`, the text of ioredis, which callers treat as an outage */
export const commandWithin = <T>(limitMs: number, command: Promise<T>): Promise<T> =>
  within(limitMs, command, () => {
    throw new Error(`Command timed out after ${limitMs} ms`);
  });

/** The part of a client of ioredis, and of the one of BullMQ, that {@link reconnect} needs. */
interface Connection {
  readonly status: string;
  disconnect(reconnect?: boolean): void;
  once(event: 'close', done: () => void): unknown;
}

const closing = new WeakSet<Connection>();

/** Opens another connection: a server that has vanished does not close the present one, and commands would fail for a quarter of an hour. */
export function reconnect(client: Connection): void {
  // In any other status the client is connecting already, and there is nothing to close.
  if (closing.has(client) || !['ready', 'connect'].includes(client.status)) return;
  closing.add(client);
  client.once('close', () => closing.delete(client));
  client.disconnect(true);
}
