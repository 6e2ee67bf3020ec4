/** The programs of a case: services with separate ports, databases and queues, baselines, and others. All end with the bench. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { programOf } from '../../tools/lib/build.mjs';
import { failWhenInterrupted } from '../../tools/lib/commands.mjs';
import { Failure } from '../../tools/lib/console.mjs';
import { dropDatabases, ensureDatabase, migrate, removeKeys } from '../../tools/lib/databases.mjs';
import { isFree, statusOf, waitFor } from '../../tools/lib/network.mjs';
import { findByEnvironment, sweep } from '../../tools/lib/processes.mjs';
import { addresses } from '../../tools/lib/servers.mjs';
import { HOME, LOOPBACK, ROOT, SERVICES, paths, urlOf } from '../../tools/lib/settings.mjs';
import { databaseServer } from '../../tools/lib/test-data.mjs';

const READY_TIMEOUT_MS = 60_000;

/** Ports outside of the ephemeral range. */
const [FIRST_PORT, PORTS] = [25_000, 6000];

/** Returns a free port that no connection gets by chance. */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

/** One run of the bench: its id is in the names of all its databases, keys and folders. */
export class Bench {
  id = `bench_${randomBytes(4).toString('hex')}`;
  folder = join(HOME, 'bench', this.id);
  #children = [];
  /** The last program at each address, with what starts it again. */
  #served = new Map();
  #sets = 0;

  /**
   * @param env settings of all services, and of all baselines
   * @param nodeFlags further flags of all services
   */
  constructor({ services = {}, baselines = {}, nodeFlags = [] } = {}) {
    this.env = { services, baselines };
    this.nodeFlags = nodeFlags;
  }

  /** Prefix of the BullMQ keys of the services under test. */
  get queuePrefix() {
    return `test:${this.id}`;
  }

  get redisUrl() {
    return addresses().redis;
  }

  /** Returns the address of a database of this run, created when missing. */
  async database(name) {
    const url = new URL(databaseServer());
    url.pathname = `/portolan_test_${this.id}_${name}`;
    await ensureDatabase(url.href);
    return url.href;
  }

  /** Starts a program with its output in a log file; the program ends with the bench. */
  start(name, args, env = {}) {
    failWhenInterrupted();
    mkdirSync(paths.logs, { recursive: true });
    const log = openSync(join(paths.logs, `bench-${name}.log`), 'a');
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env, PORTOLAN_BENCH: this.id },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#children.push(child);
    return child;
  }

  /** Starts a program that listens on `PORT`, and waits until `path` returns 200. @returns its base address */
  async serve(name, args, { env = {}, path = '/', port } = {}) {
    const listening = port ?? (await freePort());
    const child = this.start(name, args, { ...env, PORT: String(listening), HOST: LOOPBACK });
    const url = urlOf(listening);
    const ready = await waitFor(async () => (await statusOf(`${url}${path}`)) === 200, {
      timeoutMs: READY_TIMEOUT_MS,
      gone: () => child.exitCode !== null || child.signalCode !== null,
    });
    if (!ready) throw new Failure(`${name} did not become ready; see .portolan/logs/bench-${name}.log`);
    this.#served.set(url, { child, again: () => this.serve(name, args, { env, path, port: listening }) });
    return url;
  }

  /** Ends the program at an address with SIGTERM, starts it there again, and waits until it is ready. */
  async restart(url) {
    const startAgain = await this.kill(url, 'SIGTERM');
    return startAgain();
  }

  /** Ends the program at an address, by default without a warning. @returns a function that starts it there again */
  async kill(url, signal = 'SIGKILL') {
    const { child, again } = this.#served.get(url);
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return again;
  }

  /**
   * Starts a bare baseline from bench/baselines, ready when `/ready` responds. @param nodeFlags those of the service, where they
   * matter
   */
  baseline(name, env = {}, nodeFlags = []) {
    const own = { REDIS_URL: this.redisUrl, QUEUE_PREFIX: `${this.queuePrefix}:${name}` };
    return this.serve(`baseline-${name}`, [...nodeFlags, join('bench', 'baselines', `${name}.mjs`)], {
      env: { ...own, ...this.env.baselines, ...env },
      path: '/ready',
    });
  }

  /** One service alone; see `services`. */
  async service(key, env = {}) {
    const urls = await this.services([key], env);
    return urls[key];
  }

  /**
   * Starts services that know each other, on ports and migrated databases of their own.
   * @param env settings for all of them
   * @returns their base addresses by key
   */
  async services(keys, env = {}) {
    const ports = {};
    for (const { key } of SERVICES) ports[key] = await freePort();
    const siblings = Object.fromEntries(keys.map((key) => [`${key.toUpperCase()}_URL`, urlOf(ports[key])]));
    const set = `s${(this.#sets += 1)}`;
    const started = keys.map(async (key) => {
      const service = SERVICES.find((candidate) => candidate.key === key);
      const settings = {
        PUBLIC_URL: urlOf(ports[key]),
        DATABASE_URL: await this.database(`${set}_${key}`),
        REDIS_URL: this.redisUrl,
        QUEUE_PREFIX: `${this.queuePrefix}:${set}`,
        INTERNAL_TOKEN: `internal-token-of-${this.id}`,
        LOG_LEVEL: 'info',
        OUTBOUND_ALLOWED: '127.0.0.0/8,::1',
        NODE_WORK_DIR: join(this.folder, set, 'nodes'),
        ATTACHMENTS_DIR: join(this.folder, 'attachments'),
        ARCHIVE_DIR: join(this.folder, 'archives'),
        ...siblings,
        ...this.env.services,
        ...env,
      };
      await migrate(service, settings);
      const options = { env: settings, path: '/health/ready', port: ports[key] };
      const program = [...service.nodeFlags, ...this.nodeFlags, programOf(service.app, 'main')];
      return [key, await this.serve(service.app, program, options)];
    });
    return Object.fromEntries(await Promise.all(started));
  }

  /** Ends all started processes and removes databases, keys and folders. */
  async end() {
    for (const child of this.#children) child.kill('SIGTERM');
    const mine = (env) =>
      env.PORTOLAN_BENCH === this.id ||
      [env.NODE_WORK_DIR, env.PORTOLAN_NODE_DIR].some((path) => path?.startsWith(this.folder));
    await sweep(() => findByEnvironment(mine), 15_000);
    await dropDatabases(databaseServer(), `portolan_test_${this.id}_`);
    await removeKeys(this.redisUrl, this.queuePrefix);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
