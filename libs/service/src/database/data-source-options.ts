import { isIP } from 'node:net';
import type { PoolOptions } from 'mysql2';
import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';
import { DATABASE_TLS_RULE, asksForTls } from '../config/database-tls';
import type { DatabaseTarget } from '../config/database-config';
import { GuardedPool } from './guarded-pool';

type ClassLike = abstract new (...args: never[]) => unknown;

export interface DatabaseSettings extends DatabaseTarget {
  poolSize?: number;
  entities?: readonly (ClassLike | EntitySchema)[];
  migrations?: readonly (new () => MigrationInterface)[];
}

/**
 * Time limit of opening a connection, ms. The driver's timer also counts the time in which this process did not run and could not read
 * the server's answer, so the limit exceeds such pauses; GuardedPool finds out earlier that the server is silent.
 */
const CONNECT_LIMIT_MS = 5000;

/**
 * Returns options for MySQL 8.4+ and MariaDB 10.11 alike: UTC, utf8mb4, integers beyond 2^53 as strings, never synchronised. An
 * unavailable server fails a request within 2 s ({@link GuardedPool}). @throws Error for an unknown TLS parameter
 */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
  const url = new URL(settings.url);
  const ssl = tlsOptions(url, settings);
  return {
    type: 'mysql',
    host: url.hostname,
    port: url.port ? Number(url.port) : 3306,
    username: decodeURIComponent(url.username),
    password: settings.password ?? decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: CONNECT_LIMIT_MS,
    // Capturing a stack per statement, in case it fails, costs more than sending the statement.
    extra: { trace: false },
    driver: { createPool: (options: PoolOptions) => new GuardedPool(options) },
    poolSize: settings.poolSize ?? 10,
    entities: [...(settings.entities ?? [])],
    migrations: [...(settings.migrations ?? [])],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'none',
    synchronize: false,
  };
}

function tlsOptions(url: URL, { ca, cert, key }: DatabaseTarget) {
  const tls = asksForTls(url);
  if (tls === undefined) throw new Error(`DATABASE_URL ${DATABASE_TLS_RULE}`);
  const isGiven = (ca ?? cert ?? key) !== undefined;
  if (!tls && isGiven)
    throw new Error(
      'certificates are given for the database, but DATABASE_URL does not ask for TLS (?ssl=true)',
    );
  if (!tls) return undefined;
  // The types of mysql2 and TypeORM lack the last field.
  return {
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    // A certificate names hosts; mysql2 cannot compare it with an IP address.
    verifyIdentity: isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0,
  };
}
