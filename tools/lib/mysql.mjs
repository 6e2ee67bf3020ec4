/** The private MySQL or MariaDB server of this checkout, and the set-up of other servers of tools. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run, runOrFail, findProgram } from './commands.mjs';
import { Failure } from './console.mjs';
import { privateServer } from './private-server.mjs';
import { CHECKOUT, COMMANDS, LOOPBACK, paths } from './settings.mjs';
import { ask } from './network.mjs';
import { serverPassword } from './state.mjs';

const DATA = join(paths.mysql, 'data');
/** Marks a complete initialisation; a data folder without this file was interrupted. */
const MARK = join(paths.mysql, 'initialised.json');

/** Address of the private server's administrator; the database name is appended. */
export const adminUrl = (port, password = '') =>
  `mysql://root${password && `:${password}`}@${LOOPBACK}:${port}/`;

async function kindOf(server) {
  const { tail } = await run(server, ['--no-defaults', '--version']);
  const version = /Ver\s+([\d.]+)/.exec(tail.join(' '))?.[1] ?? 'unknown';
  return { flavour: isMariaDb(server) ? 'mariadb' : 'mysql', version };
}

/** The server refuses to run as root without an option: it runs as the user `mysql` where that user can access the folder. */
async function serverUser() {
  if (process.getuid?.() !== 0) return [];
  const { code, tail } = await run('id', ['-u', 'mysql']);
  if (code !== 0 || !isReachableByOthers(paths.mysql)) return ['--user=root'];
  await runOrFail('handing the data folder to the user mysql', 'chown', ['-R', tail[0].trim(), paths.mysql]);
  return ['--user=mysql'];
}

function isReachableByOthers(folder) {
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at))
    if ((fs.statSync(at).mode & 0o001) === 0) return false;
  return true;
}

/** Paths of Unix sockets are limited to 107 bytes, so the socket is outside of the checkout. */
function socketPath() {
  const folder = tmpdir().length < 60 ? tmpdir() : '/tmp';
  fs.accessSync(folder, fs.constants.W_OK);
  return join(folder, `portolan-${CHECKOUT}-mysql.sock`);
}

/** Creates the data folder, or checks that the same flavour created it. */
async function needData(server, kind) {
  if (fs.existsSync(MARK) && fs.existsSync(join(DATA, 'mysql'))) {
    const { flavour, version } = JSON.parse(fs.readFileSync(MARK, 'utf8'));
    if (flavour === kind.flavour) return;
    throw new Failure(
      `${paths.mysql} was made by ${flavour} ${version}, but this machine has ${kind.flavour} ${kind.version}; "${COMMANDS.reset}" makes it anew`,
    );
  }
  fs.rmSync(DATA, { recursive: true, force: true });
  fs.mkdirSync(DATA, { recursive: true, mode: 0o750 });
  await runOrFail('initialising the private MySQL', ...initialisation(server, DATA, await serverUser()));
  fs.writeFileSync(MARK, `${JSON.stringify(kind)}\n`);
}

export const { start, stop, running } = privateServer({
  name: 'mysql',
  title: 'MySQL',
  timeoutMs: 60_000,
  // A clean shutdown writes the buffer pool.
  graceMs: 60_000,
  answers: greets,
  async prepare(port) {
    const server = findServer();
    const kind = await kindOf(server);
    fs.mkdirSync(paths.mysql, { recursive: true });
    await needData(server, kind);
    const init = join(paths.mysql, 'init.sql');
    // Replaces the file: one of an earlier start may be readable for all users.
    fs.rmSync(init, { force: true });
    fs.writeFileSync(init, administratorSql(serverPassword()), { mode: 0o600 });
    const args = serverArguments({ server, data: DATA, host: LOOPBACK, port, socket: socketPath(), init });
    const facts = { ...kind, hasPassword: true };
    return { program: server, args: [...args, ...(await serverUser())], cwd: paths.mysql, facts };
  },
});

export const findServer = () => findProgram('mariadbd', 'mysqld');

export const isMariaDb = (server) => server.endsWith('mariadbd');

/** Returns the program and arguments that create an empty data folder. @param owner `--user=…`, or nothing */
export function initialisation(server, data, owner) {
  const common = ['--no-defaults', `--datadir=${data}`, ...owner];
  if (!isMariaDb(server)) return [server, [...common, '--initialize-insecure']];
  const script = findProgram('mariadb-install-db', 'mysql_install_db');
  if (!script)
    throw new Failure(
      `${server} is installed without mariadb-install-db; install the package mariadb-server`,
    );
  // `--force`: without it the script refuses a machine that cannot resolve its own name.
  const options = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  return [script, [...common, ...options, '--force']];
}

/** Returns the arguments of a server. `init` is a file of SQL statements. */
export const serverArguments = ({ server, data, host, port, socket, init, connections = 300 }) => [
  '--no-defaults',
  `--datadir=${data}`,
  // A starting server removes the temporary tables of others in a shared folder.
  `--tmpdir=${data}`,
  ...[`--bind-address=${host}`, `--port=${port}`, `--socket=${socket}`, `--pid-file=${data}/server.pid`],
  ...[`--init-file=${init}`, '--skip-name-resolve', `--max-connections=${connections}`],
  ...['--character-set-server=utf8mb4', '--collation-server=utf8mb4_bin', '--default-time-zone=+00:00'],
  ...['--transaction-isolation=READ-COMMITTED', '--innodb-buffer-pool-size=256M', '--max-allowed-packet=64M'],
  ...(isMariaDb(server) ? [] : ['--mysqlx=OFF', '--skip-log-bin']),
];

/** Returns SQL that creates an account with all rights, in the syntax common to both flavours. */
export const accountSql = (account, password = '') =>
  `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';\nGRANT ALL PRIVILEGES ON *.* TO ${account} WITH GRANT OPTION;\n`;

/**
 * Returns SQL, executed at every start, that gives the administrator its password, and takes the accounts without one that an
 * initialisation leaves: the socket lets every user of the machine in.
 */
const administratorSql = (password) =>
  [
    accountSql(`'root'@'${LOOPBACK}'`, password).trimEnd(),
    `ALTER USER 'root'@'${LOOPBACK}' IDENTIFIED BY '${password}';`,
    `ALTER USER IF EXISTS 'root'@'localhost' IDENTIFIED BY '${password}';`,
    `DROP USER IF EXISTS ''@'localhost';`,
    '',
  ].join('\n');

/** Reports whether a MySQL server greets on the port: a packet with sequence 0 and protocol version 10. */
export async function greets(port, host) {
  const bytes = await ask(port, { host });
  return bytes !== null && bytes.length > 4 && bytes[3] === 0 && bytes[4] === 10;
}
