/** The private MySQL or MariaDB server of this checkout: initialise, start, stop. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { findProgram, run, runOrFail } from './commands.mjs';
import { Failure } from './console.mjs';
import { ask, describeOwner, isFree, waitFor } from './network.mjs';
import { findRunning, logTail, spawnRecorded, terminate } from './processes.mjs';
import { CHECKOUT, LOOPBACK, paths } from './settings.mjs';

const NAME = 'mysql';
const DATA = join(paths.mysql, 'data');
/** Written after a complete initialisation; a data folder without it is the remains of an interrupted one. */
const MARK = join(paths.mysql, 'initialised.json');
const START_TIMEOUT_MS = 60_000;
/** A clean shutdown writes the buffer pool; more than this means that something is wrong. */
const STOP_GRACE_MS = 60_000;

/** The server program of this machine, or `null`. */
export const findServer = () => findProgram('mariadbd', 'mysqld');

/** Address of the private server's administrator; the database name is appended. */
export const adminUrl = (port) => `mysql://root@${LOOPBACK}:${port}/`;

async function versionOf(server) {
  const { tail } = await run(server, ['--no-defaults', '--version']);
  const text = tail.join(' ');
  return {
    flavour: /mariadb/i.test(text) ? 'mariadb' : 'mysql',
    version: /Ver\s+([\d.]+)/.exec(text)?.[1] ?? 'unknown',
  };
}

/** Root may not run the server by default: the user `mysql` does when it can reach the folder, else root says so itself. */
async function serverUser() {
  if (process.getuid?.() !== 0) return [];
  const { code, tail } = await run('id', ['-u', 'mysql']);
  if (code !== 0 || !reachableByOthers(paths.mysql)) return ['--user=root'];
  await runOrFail('handing the data folder to the user mysql', 'chown', ['-R', tail[0].trim(), paths.mysql]);
  return ['--user=mysql'];
}

function reachableByOthers(folder) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (at !== folder && (statSync(at).mode & 0o001) === 0) return false;
  }
  return true;
}

/** Unix socket paths may have 107 bytes, so the socket does not lie in the checkout. */
function socketPath() {
  const folder = tmpdir().length < 60 ? tmpdir() : '/tmp';
  accessSync(folder, constants.W_OK);
  return join(folder, `portolan-${CHECKOUT}-mysql.sock`);
}

async function initialise(server, kind, user) {
  rmSync(DATA, { recursive: true, force: true });
  mkdirSync(DATA, { recursive: true, mode: 0o750 });
  const owner = await user();
  if (kind.flavour === 'mariadb') {
    const script = findProgram('mariadb-install-db', 'mysql_install_db');
    if (!script)
      throw new Failure(
        `${server} is installed without mariadb-install-db; install the package mariadb-server`,
      );
    const options = [
      '--no-defaults',
      `--datadir=${DATA}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ];
    await runOrFail('initialising MariaDB', script, [...options, ...owner]);
  } else {
    await runOrFail('initialising MySQL', server, [
      '--no-defaults',
      '--initialize-insecure',
      `--datadir=${DATA}`,
      ...owner,
    ]);
  }
  writeFileSync(MARK, `${JSON.stringify(kind)}\n`);
}

function serverArguments(port, kind, socket) {
  const init = join(paths.mysql, 'init.sql');
  writeFileSync(init, INIT_SQL);
  chmodSync(init, 0o644);
  return [
    '--no-defaults',
    `--datadir=${DATA}`,
    // A starting server removes what others have of temporary tables in a shared folder.
    `--tmpdir=${DATA}`,
    `--bind-address=${LOOPBACK}`,
    `--port=${port}`,
    `--socket=${socket}`,
    `--pid-file=${join(DATA, 'server.pid')}`,
    `--init-file=${init}`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_bin',
    '--transaction-isolation=READ-COMMITTED',
    '--max-connections=300',
    '--innodb-buffer-pool-size=256M',
    '--max-allowed-packet=64M',
    '--default-time-zone=+00:00',
    ...(kind.flavour === 'mysql' ? ['--mysqlx=OFF', '--skip-log-bin'] : []),
  ];
}

/** The private server listens on loopback only, so its administrator needs no password. Both flavours know this syntax. */
const INIT_SQL = [
  `CREATE USER IF NOT EXISTS 'root'@'${LOOPBACK}' IDENTIFIED BY '';`,
  `GRANT ALL PRIVILEGES ON *.* TO 'root'@'${LOOPBACK}' WITH GRANT OPTION;`,
  '',
].join('\n');

/** Whether a MySQL server greets on the port: a packet with sequence 0 and protocol version 10. */
export async function greets(port) {
  const bytes = await ask(port);
  return bytes !== null && bytes.length > 4 && bytes[3] === 0 && bytes[4] === 10;
}

function initialisedBy() {
  return existsSync(MARK) && existsSync(join(DATA, 'mysql')) ? JSON.parse(readFileSync(MARK, 'utf8')) : null;
}

/**
 * Starts the private server unless it runs.
 * @returns whether this call started it, and where it listens
 */
export async function start(port) {
  const running = findRunning(NAME);
  if (running) {
    if (
      await waitFor(() => greets(running.port), {
        timeoutMs: START_TIMEOUT_MS,
        gone: () => !findRunning(NAME),
      })
    ) {
      return { started: false, port: running.port };
    }
    throw new Failure(`the private MySQL (pid ${running.pid}) does not answer on port ${running.port}`);
  }
  if (!(await isFree(port))) {
    throw new Failure(
      `port ${port} (private MySQL) is used by ${describeOwner(port) || 'another process'}; free it or set PORTOLAN_MYSQL_PORT`,
    );
  }
  const server = findServer();
  const kind = await versionOf(server);
  mkdirSync(paths.mysql, { recursive: true });
  const made = initialisedBy();
  if (!made) await initialise(server, kind, serverUser);
  else if (made.flavour !== kind.flavour) {
    throw new Failure(
      `.portolan/mysql was made by ${made.flavour} ${made.version}, but this machine has ${kind.flavour} ${kind.version}; "npm run reset" makes it anew`,
    );
  }
  const args = [...serverArguments(port, kind, socketPath()), ...(await serverUser())];
  const { exit, logStart } = await spawnRecorded(NAME, server, args, {
    cwd: paths.mysql,
    facts: { port, ...kind },
  });
  if (
    !(await waitFor(() => greets(port), { timeoutMs: START_TIMEOUT_MS, gone: () => exit.code !== undefined }))
  ) {
    await terminate(NAME, STOP_GRACE_MS);
    const how =
      exit.code === undefined
        ? `did not answer within ${START_TIMEOUT_MS / 1000} s`
        : `ended with ${exit.code}`;
    throw new Failure(
      `the private ${kind.flavour === 'mariadb' ? 'MariaDB' : 'MySQL'} ${how}; its last lines:\n${logTail(NAME, logStart)}`,
    );
  }
  return { started: true, port };
}

/** Shuts the private server down cleanly and waits for its end. */
export const stop = () => terminate(NAME, STOP_GRACE_MS);

/** The record of the running server, or `null`. */
export const running = () => findRunning(NAME);
