import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';

type ClassLike = abstract new (...args: never[]) => unknown;

/** What a service's database connection is made of. */
export interface DatabaseSettings {
  /** `mysql://user:password@host:port/name`; `?ssl=true` asks for TLS with a verified certificate. */
  url: string;
  poolSize?: number;
  entities?: readonly (ClassLike | EntitySchema)[];
  migrations?: readonly (new () => MigrationInterface)[];
}

/**
 * One way to connect, for MySQL 8.4+ and MariaDB 10.11 alike: UTC, utf8mb4, READ COMMITTED,
 * integers beyond 2^53 as strings, never synchronised. A server that is away fails a request
 * within 1.5 s instead of holding it.
 */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
  const url = new URL(settings.url);
  return {
    type: 'mysql',
    host: url.hostname,
    port: url.port ? Number(url.port) : 3306,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: url.searchParams.get('ssl') === 'true' ? { rejectUnauthorized: true } : undefined,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: 1500,
    isolationLevel: 'READ COMMITTED',
    poolSize: settings.poolSize ?? 10,
    entities: [...(settings.entities ?? [])],
    migrations: [...(settings.migrations ?? [])],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'none',
    synchronize: false,
  };
}
