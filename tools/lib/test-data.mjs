/** Servers and names that a test run uses, and removing what it left in them. */
import process from 'node:process';
import { Failure, say } from './console.mjs';
import { dropDatabases, withConnection, withoutPassword } from './databases.mjs';
import { load } from './packages.mjs';
import { findByEnvironment, sweep } from './processes.mjs';
import { addresses, privateServers } from './servers.mjs';
import { SERVICES } from './settings.mjs';

/** Every database of run `id` starts with this. */
const databasePrefix = (id) => `portolan_test_${id}_`;
/** Every Redis key of run `id` starts with this. */
const keyPrefix = (id) => `test:${id}`;

/** Address of the server where the tests may create databases: that of a given database, else the private one. */
export function databaseServer() {
  const { databases, admin } = addresses();
  if (privateServers().mysql) return admin;
  const url = new URL(databases[SERVICES[0].key]);
  url.pathname = '/';
  return url.href;
}

/** What the tests find in their environment. */
export function testEnvironment(id) {
  return {
    NODE_ENV: 'test',
    PORTOLAN_TEST_RUN: id,
    TEST_DATABASE_URL: databaseServer(),
    TEST_REDIS_URL: addresses().redis,
  };
}

/** Fails clearly when the tests could not create databases or reach Redis. */
export async function checkTestServers(env) {
  const probe = `${databasePrefix(env.PORTOLAN_TEST_RUN)}probe`;
  await withConnection(
    env.TEST_DATABASE_URL,
    async (connection) => {
      try {
        await connection.query(`CREATE DATABASE \`${probe}\``);
        await connection.query(`DROP DATABASE \`${probe}\``);
      } catch (error) {
        throw new Failure(
          `the tests need an account that may create databases named portolan_test_* on ${withoutPassword(env.TEST_DATABASE_URL)}: ${error.message}`,
        );
      }
    },
    { database: false },
  );
  await withRedis(env.TEST_REDIS_URL, (redis) => redis.ping());
}

async function withRedis(url, work) {
  const Redis = load('ioredis');
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw new Failure(`Redis at ${withoutPassword(url)}: ${error.message}`);
  } finally {
    redis.disconnect();
  }
}

/** Removes every key that starts with `prefix`. */
export function removeKeys(url, prefix) {
  return withRedis(url, async (redis) => {
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000);
      if (keys.length > 0) await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== '0');
  });
}

/** Removes the databases, keys and processes that the tests of run `id` left. */
export async function removeTestData(id, env) {
  const isLeft = () => findByEnvironment((variables) => variables.PORTOLAN_TEST_RUN === id);
  const swept = await sweep(isLeft, 3000);
  if (swept > 0) say(`${swept} processes that the tests had left were ended`);
  await dropDatabases(env.TEST_DATABASE_URL, databasePrefix(id));
  await removeKeys(env.TEST_REDIS_URL, keyPrefix(id));
}
