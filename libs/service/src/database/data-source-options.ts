import { isIP } from 'node:net';
import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';
import { DATABASE_TLS_RULE, asksForTls } from './database-tls';
import { readCommittedDriver } from './read-committed';

type ClassLike = abstract new (...args: never[]) => unknown;

/** Where a database is and what it takes to be let in. Certificates and keys in PEM. */
export interface DatabaseTarget {
  /** `mysql://user:password@host:port/name`; `?ssl=true` (or `sslmode=required`) asks for TLS with a verified certificate. */
  url: string;
  /** Instead of the one in the address. */
  password?: string | undefined;
  /** Authority that signed the server's certificate. @default those that Node.js trusts */
  ca?: string | undefined;
  /** Certificate and key of this client, where the server asks for one. */
  cert?: string | undefined;
  key?: string | undefined;
}

/** What a service's database connection is made of. */
export interface DatabaseSettings extends DatabaseTarget {
  poolSize?: number;
  entities?: readonly (ClassLike | EntitySchema)[];
  migrations?: readonly (new () => MigrationInterface)[];
}

/**
 * One way to connect, for MySQL 8.4+ and MariaDB 10.11 alike: UTC, utf8mb4, READ COMMITTED,
 * integers beyond 2^53 as strings, never synchronised. A server that is away fails a request
 * within 1.5 s instead of holding it.
 *
 * @throws Error when the address says something unknown about TLS.
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
    connectTimeout: 1500,
    // A stack for each statement, in case it fails, costs more than sending it.
    extra: { trace: false },
    driver: readCommittedDriver,
    poolSize: settings.poolSize ?? 10,
    entities: [...(settings.entities ?? [])],
    migrations: [...(settings.migrations ?? [])],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'none',
    synchronize: false,
  };
}

/** What mysql2 needs for TLS; its types, and those of TypeORM, do not know the last field. */
interface TlsOptions {
  rejectUnauthorized: true;
  ca?: string;
  cert?: string;
  key?: string;
  verifyIdentity: boolean;
}

function tlsOptions(url: URL, { ca, cert, key }: DatabaseTarget): TlsOptions | undefined {
  const tls = asksForTls(url);
  if (tls === undefined) throw new Error(`DATABASE_URL ${DATABASE_TLS_RULE}`);
  if (!tls) {
    if ((ca ?? cert ?? key) === undefined) return undefined;
    throw new Error(
      'certificates are given for the database, but DATABASE_URL does not ask for TLS (?ssl=true)',
    );
  }
  return {
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    // A certificate names hosts; mysql2 can't compare it with an address.
    verifyIdentity: isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0,
  };
}
