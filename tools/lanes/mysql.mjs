/**
 * The lane `mysql`: the whole test suite on MySQL 9 instead of MariaDB. The server comes from a current Debian suite in a
 * git-ignored folder and listens on a port of its own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, say, step } from '../lib/console.mjs';
import { withConnection } from '../lib/databases.mjs';
import { debianSuite, inSuite } from '../lib/debian-suite.mjs';
import { ask, freePort, waitFor } from '../lib/network.mjs';
import { findRunning, logTail, spawnRecorded, terminate } from '../lib/processes.mjs';
import { runOrFail } from '../lib/commands.mjs';
import { LOOPBACK } from '../lib/settings.mjs';

/** This lane runs every test, not only those of its own folder. */
export const wholeSuite = true;

const NAME = 'mysql-lane';
/** As seen inside the suite. */
const DATA = '/var/lib/portolan-mysql';
const START_TIMEOUT_MS = 60_000;

async function initialise(root) {
  rmSync(join(root, DATA), { recursive: true, force: true });
  mkdirSync(join(root, DATA), { recursive: true, mode: 0o750 });
  const [program, args] = inSuite([
    'mysqld',
    '--no-defaults',
    '--initialize-insecure',
    '--user=root',
    `--datadir=${DATA}`,
  ]);
  await runOrFail('initialising MySQL', program, args);
  const init = [
    `CREATE USER IF NOT EXISTS 'root'@'${LOOPBACK}' IDENTIFIED BY '';`,
    `GRANT ALL PRIVILEGES ON *.* TO 'root'@'${LOOPBACK}' WITH GRANT OPTION;`,
    '',
  ];
  writeFileSync(join(root, DATA, 'init.sql'), init.join('\n'));
}

function startServer(port) {
  const [program, args] = inSuite([
    'mysqld',
    '--no-defaults',
    '--user=root',
    `--datadir=${DATA}`,
    `--init-file=${DATA}/init.sql`,
    `--bind-address=${LOOPBACK}`,
    `--port=${port}`,
    `--socket=${DATA}/server.sock`,
    `--pid-file=${DATA}/server.pid`,
    '--mysqlx=OFF',
    '--skip-log-bin',
    '--skip-name-resolve',
    '--max-connections=300',
    '--innodb-buffer-pool-size=256M',
    // The data lives for one test run only.
    '--innodb-flush-log-at-trx-commit=2',
  ]);
  return spawnRecorded(NAME, program, args, { facts: { port } });
}

/** A MySQL server greets with a packet of sequence 0 and protocol version 10. */
async function greets(port) {
  const bytes = await ask(port);
  return bytes !== null && bytes.length > 4 && bytes[3] === 0 && bytes[4] === 10;
}

/**
 * Unpacks, initialises and starts the server.
 * @returns what the tests get in their environment, and how to end the server
 */
export async function prepare() {
  const root = await debianSuite({ name: 'the MySQL lane', packages: ['mysql-server'] });
  await terminate(NAME, START_TIMEOUT_MS);
  const port = await freePort();
  await step('MySQL of the lane', async () => {
    await initialise(root);
    const { exit, logStart } = await startServer(port);
    const gone = () => exit.code !== undefined || !findRunning(NAME);
    if (!(await waitFor(() => greets(port), { timeoutMs: START_TIMEOUT_MS, gone }))) {
      await terminate(NAME, START_TIMEOUT_MS);
      throw new Failure(`MySQL did not start; its last lines:\n${logTail(NAME, logStart)}`);
    }
  });
  const url = `mysql://root@${LOOPBACK}:${port}/`;
  say(`the tests run on ${await versionOf(url)}`);
  return { env: { TEST_DATABASE_URL: url }, stop: () => terminate(NAME, START_TIMEOUT_MS) };
}

function versionOf(url) {
  return withConnection(
    url,
    async (connection) => {
      const [rows] = await connection.query('SELECT VERSION() AS version');
      return `MySQL ${rows[0].version}`;
    },
    { database: false },
  );
}
