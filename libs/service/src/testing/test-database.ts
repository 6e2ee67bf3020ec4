import { createHash, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions } from '../database/data-source-options';
import { migrate } from '../database/migrate';

/** A separate database on the real server. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Servers that tests use; `npm test` sets them. */
export const TEST_SERVERS = {
  database: process.env.TEST_DATABASE_URL ?? 'mysql://root@127.0.0.1:13306/',
  redis: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:16379',
  run: process.env.PORTOLAN_TEST_RUN ?? 'local',
};

/** Returns a name that no other test has, safe in database names and Redis keys. */
export const uniqueName = (): string => `${TEST_SERVERS.run}_${randomBytes(5).toString('hex')}`;

/** Returns the BullMQ prefix of the test. */
export const testQueuePrefix = (): string => `test:${uniqueName()}`;

type Migrations = readonly (new () => MigrationInterface)[];

/** Creates an empty database and brings it to the state after the migrations. */
export async function createTestDatabase(migrations: Migrations): Promise<TestDatabase> {
  const name = `portolan_test_${uniqueName()}`;
  const url = addressOf(name);
  await onServer(TEST_SERVERS.database, [createDatabase(name)]);
  const isOneRun = process.env.PORTOLAN_TEST_RUN !== undefined;
  if (isOneRun && migrations.length > 0) await onServer(url, await schemaAfter(migrations));
  else await migrate(url, migrations);
  return { url, drop: () => onServer(TEST_SERVERS.database, [`DROP DATABASE IF EXISTS \`${name}\``]) };
}

/**
 * Returns the statements that create the tables and rows of a migrated database: a test run migrates one and copies it, because
 * dozens of migrations, table by table, take the disk ten times as long as the tables that result.
 */
async function schemaAfter(migrations: Migrations): Promise<string[]> {
  const names = migrations.map((migration) => new migration().name ?? migration.name);
  const hash = createHash('sha256').update(names.join()).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `portolan-schema-${hash}.json`);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as string[];
  const template = `portolan_test_${TEST_SERVERS.run}_${hash}`;
  await onServer(TEST_SERVERS.database, [createDatabase(template, 'IF NOT EXISTS ')]);
  await migrate(addressOf(template), migrations);
  const statements = await statementsOf(template);
  // Another worker may write the same file now; a half-written one must not be found.
  const temporary = `${file}.${randomBytes(5).toString('hex')}`;
  await writeFile(temporary, JSON.stringify(statements));
  await rename(temporary, file);
  return statements;
}

async function statementsOf(database: string): Promise<string[]> {
  const source = await connect(addressOf(database));
  try {
    const tables = await source.query<Record<string, string>[]>('SHOW TABLES');
    const creation: string[] = [];
    const rows: string[] = [];
    for (const table of tables.flatMap((row) => Object.values(row))) {
      const [created] = await source.query<Record<string, string>[]>(`SHOW CREATE TABLE \`${table}\``);
      creation.push(created?.['Create Table'] ?? '');
      const found = await source.query<object[]>(`SELECT 1 FROM \`${table}\` LIMIT 1`);
      if (found.length > 0) rows.push(`INSERT INTO \`${table}\` SELECT * FROM \`${database}\`.\`${table}\``);
    }
    return ['SET FOREIGN_KEY_CHECKS = 0', ...creation, ...rows];
  } finally {
    await source.destroy();
  }
}

const createDatabase = (name: string, condition = ''): string =>
  `CREATE DATABASE ${condition}\`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;

function addressOf(database: string): string {
  const url = new URL(TEST_SERVERS.database);
  url.pathname = `/${database}`;
  return url.href;
}

const connect = (url: string): Promise<DataSource> =>
  new DataSource(dataSourceOptions({ url, poolSize: 1 })).initialize();

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const source = await connect(url);
  try {
    for (const statement of statements) await source.query(statement);
  } finally {
    await source.destroy();
  }
}
