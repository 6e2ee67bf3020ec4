import { randomBytes } from 'node:crypto';
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

/** A name that no other test has, safe in database names and Redis keys. */
export const uniqueName = (): string => `${TEST_SERVERS.run}_${randomBytes(5).toString('hex')}`;

/** BullMQ prefix of the test. */
export const testQueuePrefix = (): string => `test:${uniqueName()}`;

/** Creates an empty database and migrates it. */
export async function createTestDatabase(
  migrations: readonly (new () => MigrationInterface)[],
): Promise<TestDatabase> {
  const name = `portolan_test_${uniqueName()}`;
  await administrate(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const url = new URL(TEST_SERVERS.database);
  url.pathname = `/${name}`;
  await migrate(url.href, migrations);
  return { url: url.href, drop: () => administrate(`DROP DATABASE IF EXISTS \`${name}\``) };
}

async function administrate(statement: string): Promise<void> {
  const source = await new DataSource(
    dataSourceOptions({ url: TEST_SERVERS.database, poolSize: 1 }),
  ).initialize();
  try {
    await source.query(statement);
  } finally {
    await source.destroy();
  }
}
