import type { ConnectionOptions } from 'node:tls';

/** What ioredis and BullMQ both take to reach a server; times in ms. */
export interface RedisSettings {
  host: string;
  port: number;
  username?: string | undefined;
  password?: string | undefined;
  db: number;
  tls?: ConnectionOptions | undefined;
  enableOfflineQueue?: boolean;
  maxRetriesPerRequest?: number | null;
  connectTimeout?: number;
  commandTimeout?: number;
  retryStrategy?: (attempt: number) => number;
}

/**
 * Connection options from `redis://[user:password@]host:port[/db]` or `rediss://…` (TLS).
 *
 * @throws Error that says what is wrong with the address.
 */
export function redisOptions(url: string): RedisSettings {
  const parsed = new URL(url);
  if (parsed.protocol !== 'redis:' && parsed.protocol !== 'rediss:') {
    throw new Error(`a redis:// or rediss:// address is required, not ${parsed.protocol}//`);
  }
  const database = parsed.pathname.slice(1);
  if (database && !/^\d+$/.test(database))
    throw new Error('the path of a Redis address is a database number');
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: parsed.port ? Number(parsed.port) : 6379,
    username: decodeURIComponent(parsed.username) || undefined,
    password: decodeURIComponent(parsed.password) || undefined,
    db: database ? Number(database) : 0,
    tls: parsed.protocol === 'rediss:' ? {} : undefined,
  };
}

/** Reconnects for ever, after 100 ms at first and at most every second: an outage is waited for. */
export const reconnectForEver = (attempt: number): number => Math.min(attempt * 100, 1000);

/**
 * For whoever sends or asks: a command fails at once while Redis is away, so that a request can be
 * answered (the database holds the truth; a sweep sends again what is missing).
 */
export function senderOptions(url: string): RedisSettings {
  return {
    ...redisOptions(url),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1500,
    commandTimeout: 1500,
    retryStrategy: reconnectForEver,
  };
}

/** For whoever listens (BullMQ workers, subscribers): commands wait until Redis is back. */
export function listenerOptions(url: string): RedisSettings {
  return { ...redisOptions(url), maxRetriesPerRequest: null, retryStrategy: reconnectForEver };
}
