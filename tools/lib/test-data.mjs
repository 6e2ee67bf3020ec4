/** Servers, names and the temporary folder of a test run, and the removal of leftovers. */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, say } from './console.mjs';
import { dropDatabases, quoted, withServer, withoutPassword, checkRedis, removeKeys } from './databases.mjs';
import { waitFor } from './network.mjs';
import { commandLineOf } from './process-identity.mjs';
import { findByEnvironment, sweep } from './processes.mjs';
import { addresses, privateServers } from './servers.mjs';
import { SERVICES } from './settings.mjs';

const databasePrefix = (id) => `portolan_test_${id}_`;

/** Returns the address of the server on which tests may create databases: that of a given database, else the private one. */
export function databaseServer() {
  const { databases, admin } = addresses();
  if (privateServers().mysql) return admin;
  const url = new URL(databases[SERVICES[0].key]);
  url.pathname = '/';
  return url.href;
}

/** Returns the folder of all temporary files of run `id`, accessible to every user like its parent. */
function temporaryFolder(id) {
  const folder = join(tmpdir(), `portolan-test-${id}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777);
  return folder;
}

export const testEnvironment = (id) => ({
  NODE_ENV: 'test',
  PORTOLAN_TEST_RUN: id,
  TMPDIR: temporaryFolder(id),
  TEST_DATABASE_URL: databaseServer(),
  TEST_REDIS_URL: addresses().redis,
});

/** Fails clearly when the tests could not create databases or reach Redis. */
export async function checkTestServers(env) {
  const probe = `${databasePrefix(env.PORTOLAN_TEST_RUN)}probe`;
  await withServer(env.TEST_DATABASE_URL, async (connection) => {
    try {
      await connection.query(`CREATE DATABASE ${quoted(probe)}`);
      await connection.query(`DROP DATABASE ${quoted(probe)}`);
    } catch (error) {
      throw new Failure(
        `the tests need an account that may create databases named portolan_test_* on ${withoutPassword(env.TEST_DATABASE_URL)}: ${error.message}`,
      );
    }
  });
  await checkRedis(env.TEST_REDIS_URL);
}

const setCommits = (env, flush) =>
  withServer(env.TEST_DATABASE_URL, (connection) =>
    connection.query(`SET GLOBAL innodb_flush_log_at_trx_commit = ${flush}`),
  );

/**
 * Runs `work` while commits of the private server reach the operating system, not the disk: tests commit some 100,000 times, and
 * only a loss of power can undo those of the last second. A server that is not private keeps its setting.
 */
export async function withQuickCommits(env, work) {
  if (!privateServers().mysql) return work();
  await setCommits(env, 2);
  try {
    return await work();
  } finally {
    await setCommits(env, 1);
  }
}

/** Time limit for a Jest worker or a service to end after a signal, ms. */
const END_MS = 5000;

/** Removes the leftover databases, keys, processes and files of run `id`. @returns the number of processes; each is printed */
export async function removeTestData(id, env) {
  // The environment of a job names only the folder of its node.
  const isLeft = ({ PORTOLAN_TEST_RUN: run, PORTOLAN_NODE_DIR: node }) =>
    run === id || node?.startsWith(env.TMPDIR);
  const findLeft = () => findByEnvironment(isLeft);
  await waitFor(() => findLeft().length === 0, { timeoutMs: END_MS });
  const left = findLeft();
  for (const { pid } of left) say(`left by the tests: pid ${pid} (${commandLineOf(pid)})`);
  await sweep(findLeft, 3000);
  await dropDatabases(env.TEST_DATABASE_URL, databasePrefix(id));
  await removeKeys(env.TEST_REDIS_URL, `test:${id}`);
  rmSync(env.TMPDIR, { recursive: true, force: true, maxRetries: 5 });
  return left.length;
}
