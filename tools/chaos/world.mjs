/** The processes and servers of a run, with separate data and ports; all end with the run, also after a failure. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, identityOf } from '../lib/process-identity.mjs';
import { findByEnvironment, signal, sweep, waitForExit } from '../lib/processes.mjs';
import { HOME } from '../lib/settings.mjs';
import { runOrFail } from '../lib/commands.mjs';
import { Failure } from '../lib/console.mjs';
import { accountSql, findServer, greets, initialisation, serverArguments } from '../lib/mysql.mjs';
import { freePort, waitFor } from '../lib/network.mjs';
import * as redis from '../lib/redis.mjs';

/** A process of the run. A restart replaces the process with a new one of the same name. */
class Process {
  #record;
  /**
   * Start of the current time without a fault, by the monotonic clock; undefined while a fault has paused or killed the process.
   */
  undisturbedSince;

  constructor(world, name, { command, args, env = {}, cwd }) {
    Object.assign(this, { world, name, command, args, env, cwd });
  }

  get isRunning() {
    return isAlive(this.#record);
  }

  start() {
    const log = openSync(join(this.world.logs, `${this.name}.log`), 'a');
    const child = spawn(this.command, this.args, {
      cwd: this.cwd,
      env: { ...this.world.environment, ...this.env },
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.once('error', () => {});
    this.#record = { pid: child.pid, identity: identityOf(child.pid) };
    this.undisturbedSince = performance.now();
  }

  signal(name) {
    if (!this.isRunning) return;
    this.undisturbedSince = name === 'SIGCONT' ? performance.now() : undefined;
    signal(this.#record, name);
  }

  /** Waits for the end. @returns false when the process still runs after 30 s */
  ended() {
    return waitForExit(this.#record, 30_000);
  }

  async kill() {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Returns the total time spent waiting for a processor, ms; 0 where the system does not report it. */
  waitedForProcessor() {
    try {
      return Number(readFileSync(`/proc/${this.#record.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return 0;
    }
  }

  wasLeftAlone(since) {
    return this.undisturbedSince !== undefined && this.undisturbedSince <= since;
  }
}

export class World {
  id = `chaos_${randomBytes(4).toString('hex')}`;
  folder = join(HOME, 'chaos', this.id);
  logs = join(this.folder, 'logs');
  #undo = [];
  #processes = [];

  constructor() {
    mkdirSync(this.logs, { recursive: true });
    const { PATH, HOME: home, LANG = 'C.UTF-8' } = process.env;
    this.environment = { PATH, HOME: home, LANG, PORTOLAN_CHAOS: this.id };
  }

  process(name, how) {
    const made = new Process(this, name, how);
    this.#processes.push(made);
    return made;
  }

  atEnd(work) {
    this.#undo.push(work);
  }

  /** Starts an HTTP server that listens until the end of the run. @returns its address */
  async listen(server, host) {
    server.listen(0, host);
    await once(server, 'listening');
    this.atEnd(() => server.close());
    return `http://${host}:${server.address().port}/`;
  }

  async end({ keepLogs }) {
    // With SIGKILL at once: a paused process ignores SIGTERM, and the checks are done.
    const isOwn = ({ PORTOLAN_CHAOS, PORTOLAN_NODE_DIR }) =>
      PORTOLAN_CHAOS === this.id || PORTOLAN_NODE_DIR?.startsWith(this.folder);
    await sweep(() => findByEnvironment(isOwn), 0);
    // Redis overwrites its environment, so it is recognised only by the record of its start.
    await Promise.all(this.#processes.map((one) => one.kill()));
    for (const work of this.#undo.toReversed()) {
      try {
        await work();
      } catch (error) {
        process.stderr.write(`clean-up failed: ${error.message}\n`);
      }
    }
    if (!keepLogs) rmSync(this.folder, { recursive: true, force: true });
  }
}

const START_LIMIT_MS = 90_000;
const USER = 'chaos';

/** A server that can be restarted on the same data and port. */
class Server {
  constructor(process, answers, url) {
    Object.assign(this, { process, answers, url });
  }

  async start() {
    this.process.start();
    const gone = () => !this.process.isRunning;
    const up = await waitFor(() => this.answers(), { timeoutMs: START_LIMIT_MS, gone });
    if (!up) throw new Failure(`${this.process.name} did not start; see ${this.process.world.logs}`);
    return this;
  }

  async stop() {
    this.process.signal('SIGTERM');
    if (!(await this.process.ended())) await this.process.kill();
  }
}

/** A MySQL or MariaDB server with an account of its own. `url(database)` returns the address for a service. */
export async function makeMysql(world, host) {
  const folder = join(world.folder, 'mysql');
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const server = findServer();
  const owner = process.getuid?.() === 0 ? ['--user=root'] : [];
  await runOrFail('initialising MySQL', ...initialisation(server, data, owner));
  const password = randomBytes(12).toString('hex');
  const init = join(folder, 'init.sql');
  writeFileSync(init, accountSql(`'${USER}'@'%'`, password));
  chmodSync(init, 0o644);
  const port = await freePort(host);
  const socket = join(tmpdir().length < 60 ? tmpdir() : '/tmp', `${world.id}.sock`);
  world.atEnd(() => rmSync(socket, { force: true }));
  const args = [...serverArguments({ server, data, host, port, socket, init, connections: 400 }), ...owner];
  const url = (database) => `mysql://${USER}:${password}@${host}:${port}/${database}`;
  const program = world.process('mysql', { command: server, args, cwd: folder });
  return new Server(program, () => greets(port, host), url).start();
}

/** A Redis with an append-only file; `clear()` removes its data while it is down. */
export async function makeRedis(world, host) {
  const folder = join(world.folder, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await freePort(host);
  const args = redis.serverArguments({ port, host, folder, isProtected: false });
  const program = world.process('redis', { command: redis.findServer(), args });
  const made = new Server(program, () => redis.answers(port, host), `redis://${host}:${port}`);
  made.clear = () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  };
  return made.start();
}
