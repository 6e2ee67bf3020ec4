/** MySQL and Redis of a run: its own data, ports and processes, to be killed, paused and emptied. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { findProgram, runOrFail } from '../lib/commands.mjs';
import { Failure } from '../lib/console.mjs';
import { ask, freePort, waitFor } from '../lib/network.mjs';

const START_LIMIT_MS = 90_000;
const USER = 'chaos';

/** A server whose process can be started again on the same data and port. */
class Server {
  constructor(process, answers, clear) {
    this.process = process;
    this.answers = answers;
    this.clear = clear;
  }

  async start() {
    this.process.start();
    const gone = () => !this.process.isRunning;
    const up = await waitFor(() => this.answers(), { timeoutMs: START_LIMIT_MS, gone });
    if (!up) throw new Failure(`${this.process.name} did not start; see ${this.process.world.logs}`);
  }

  async stop() {
    this.process.signal('SIGTERM');
    if (!(await this.process.ended())) await this.process.kill();
  }
}

/** A MySQL or MariaDB server with an account of its own. `url(database)` is what a service gets. */
export async function makeMysql(world, host) {
  const folder = join(world.folder, 'mysql');
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const server = findProgram('mariadbd', 'mysqld');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const script = findProgram('mariadb-install-db', 'mysql_install_db');
  await (script && server.endsWith('mariadbd')
    ? runOrFail('initialising MariaDB', script, [
        '--no-defaults',
        `--datadir=${data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...asRoot,
      ])
    : runOrFail('initialising MySQL', server, [
        '--no-defaults',
        '--initialize-insecure',
        `--datadir=${data}`,
        ...asRoot,
      ]));
  const password = randomBytes(12).toString('hex');
  const init = join(folder, 'init.sql');
  const account = `'${USER}'@'%'`;
  writeFileSync(
    init,
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';\nGRANT ALL PRIVILEGES ON *.* TO ${account} WITH GRANT OPTION;\n`,
  );
  chmodSync(init, 0o644);
  const port = await freePort(host);
  const socket = join(tmpdir().length < 60 ? tmpdir() : '/tmp', `${world.id}.sock`);
  world.atEnd(() => rmSync(socket, { force: true }));
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    // A starting server removes what others have of temporary tables in a shared folder.
    `--tmpdir=${data}`,
    `--bind-address=${host}`,
    `--port=${port}`,
    `--socket=${socket}`,
    `--pid-file=${join(data, 'server.pid')}`,
    `--init-file=${init}`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_bin',
    '--max-connections=400',
    '--innodb-buffer-pool-size=256M',
    '--max-allowed-packet=64M',
    ...(server.endsWith('mysqld') ? ['--mysqlx=OFF', '--skip-log-bin'] : []),
    ...asRoot,
  ];
  const greets = async () => {
    const bytes = await ask(port, { host });
    return bytes !== null && bytes.length > 4 && bytes[3] === 0 && bytes[4] === 10;
  };
  const made = new Server(world.process('mysql', { command: server, args, cwd: folder }), greets);
  await made.start();
  made.url = (database) => `mysql://${USER}:${password}@${host}:${port}/${database}`;
  return made;
}

/** A Redis with an append-only file; `clear()` removes its data while it is down. */
export async function makeRedis(world, host) {
  const folder = join(world.folder, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await freePort(host);
  const args = [
    ...['--port', String(port), '--bind', host, '--protected-mode', 'no', '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    ...['--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
  ];
  const pong = async () =>
    (await ask(port, { host, send: 'PING\r\n' }))?.toString().startsWith('+PONG') ?? false;
  const made = new Server(
    world.process('redis', { command: findProgram('redis-server', 'valkey-server'), args }),
    pong,
    () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    },
  );
  await made.start();
  made.url = `redis://${host}:${port}`;
  return made;
}
