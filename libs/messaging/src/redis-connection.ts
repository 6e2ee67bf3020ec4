import type { ConnectionOptions } from 'node:tls';
import { parseRedisUrl, type RedisHost } from './redis-address';

/** Where Redis is and what it takes to be let in. Certificates and keys in PEM. */
export interface RedisTarget {
  /** See `parseRedisUrl`. */
  url: string;
  /** Instead of the one in the address. */
  password?: string | undefined;
  /** Of the sentinels; the servers' own is in the address. */
  sentinelPassword?: string | undefined;
  /** Authority that signed the servers' certificates. @default those that Node.js trusts */
  ca?: string | undefined;
  /** Certificate and key of this client, where the servers ask for one. */
  cert?: string | undefined;
  key?: string | undefined;
}

/** What ioredis and BullMQ both take to reach a server; times in ms. */
export interface RedisSettings {
  host?: string;
  port?: number;
  sentinels?: RedisHost[];
  /** Name of the master that the sentinels tell. */
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

/**
 * Connection options of an address, alone or with what belongs to it.
 *
 * @throws Error that says what is wrong with the address.
 */
export function redisOptions(target: string | RedisTarget): RedisSettings {
  const given = typeof target === 'string' ? { url: target } : target;
  const { hosts, master, tls: wantsTls, username, password, db } = parseRedisUrl(given.url);
  const { ca, cert, key } = given;
  if (!wantsTls && (ca ?? cert ?? key) !== undefined)
    throw new Error('certificates are given for Redis, but its address does not ask for TLS (rediss)');
  const tls = wantsTls
    ? {
        ...(ca !== undefined && { ca }),
        ...(cert !== undefined && { cert }),
        ...(key !== undefined && { key }),
      }
    : undefined;
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

/** Reconnects for ever, after 100 ms at first and at most every second: an outage is waited for. */
export const reconnectForEver = (attempt: number): number => Math.min(attempt * 100, 1000);

/** A master that has become a replica refuses to write: the sentinels are asked again, then the command is sent again. */
const leaveDemoted = (error: Error): false | 2 => (error.message.startsWith('READONLY') ? 2 : false);

/**
 * For whoever sends or asks: a command fails at once while Redis is away, so that a request can be
 * answered (the database holds the truth; a sweep sends again what is missing).
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

/** For whoever listens (BullMQ workers, subscribers): commands wait until Redis is back. */
export function listenerOptions(target: string | RedisTarget): RedisSettings {
  return { ...redisOptions(target), maxRetriesPerRequest: null, retryStrategy: reconnectForEver };
}
