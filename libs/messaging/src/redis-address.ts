/** One server or sentinel. */
export interface RedisHost {
  host: string;
  port: number;
}

/** What the address of Redis says: one server, or the sentinels that know which server is the master. */
export interface RedisAddress {
  /** Exactly one server, or all sentinels. */
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

/** One line for an address that can't be read. */
export const REDIS_URL_RULE =
  'must be redis://[user:password@]host[:port][/db] or redis+sentinel://[user:password@]host[:port],host[:port]/master[?db=n], with rediss for TLS';

const ADDRESS =
  /^(?<scheme>rediss?)(?<sentinel>\+sentinel)?:\/\/(?:(?<credentials>[^@/]*)@)?(?<hosts>[^@/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

/**
 * Reads `redis://[user:password@]host[:port][/db]` and
 * `redis+sentinel://[user:password@]host[:port],host[:port]/master[?db=n]`; `rediss` instead of `redis` asks for TLS,
 * of the sentinels too. User and password are those of the servers.
 *
 * @throws Error with {@link REDIS_URL_RULE}; it never shows the address
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
