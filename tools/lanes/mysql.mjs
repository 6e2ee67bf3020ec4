/** The lane `mysql`: every test with a database on MySQL 9, from a Debian suite in a git-ignored folder, instead of MariaDB. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOrFail } from '../lib/commands.mjs';
import { say, step } from '../lib/console.mjs';
import { withConnection } from '../lib/databases.mjs';
import { debianSuite, inSuite } from '../lib/debian.mjs';
import { accountSql, greets } from '../lib/mysql.mjs';
import { freePort } from '../lib/network.mjs';
import { startAnswering } from '../lib/private-server.mjs';
import { terminate } from '../lib/processes.mjs';
import { LOOPBACK } from '../lib/settings.mjs';

export const wholeSuite = true;
/** Not the tests beside the sources, nor those of the command, the node and the queues: what they ask of a database others ask, too. */
export const patterns = [
  '/apps/[^/]+/test/(?!cli-|auth-routes|cross-site)',
  '/libs/(launches|service)/test/',
];

const NAME = 'mysql-lane';
const DATA = '/var/lib/portolan-mysql';
const TIMEOUT_MS = 60_000;
const COMMON = ['mysqld', '--no-defaults', '--user=root', `--datadir=${DATA}`];

async function initialise(root) {
  rmSync(join(root, DATA), { recursive: true, force: true });
  mkdirSync(join(root, DATA), { recursive: true, mode: 0o750 });
  await runOrFail('initialising MySQL', ...inSuite([...COMMON, '--initialize-insecure']));
  writeFileSync(join(root, DATA, 'init.sql'), accountSql(`'root'@'${LOOPBACK}'`));
}

/** The server keeps MySQL's own defaults for texts and transactions, which differ from MariaDB's. */
async function start(port) {
  const [program, args] = inSuite([
    ...[...COMMON, `--init-file=${DATA}/init.sql`, `--bind-address=${LOOPBACK}`, `--port=${port}`],
    ...[`--socket=${DATA}/server.sock`, `--pid-file=${DATA}/server.pid`, '--mysqlx=OFF', '--skip-log-bin'],
    ...['--skip-name-resolve', '--max-connections=300', '--innodb-buffer-pool-size=256M'],
    // The data lives for one test run only.
    '--innodb-flush-log-at-trx-commit=2',
  ]);
  const answers = () => greets(port);
  await startAnswering({ name: NAME, title: 'MySQL', program, args, answers, timeoutMs: TIMEOUT_MS });
}

export async function prepare() {
  const root = await debianSuite({ name: 'the MySQL lane', packages: ['mysql-server'] });
  await terminate(NAME, TIMEOUT_MS);
  const port = await freePort();
  await step('MySQL of the lane', async () => {
    await initialise(root);
    await start(port);
  });
  const url = `mysql://root@${LOOPBACK}:${port}/`;
  const [[{ version }]] = await withConnection(url, (one) => one.query('SELECT VERSION() AS version'));
  say(`the tests run on MySQL ${version}`);
  return { env: { TEST_DATABASE_URL: url }, stop: () => terminate(NAME, TIMEOUT_MS) };
}
