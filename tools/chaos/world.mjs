/** Everything that a run starts, and how all of it ends again, also when the run fails half way. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isAlive, identityOf } from '../lib/process-identity.mjs';
import { findByEnvironment, sweep } from '../lib/processes.mjs';
import { HOME } from '../lib/settings.mjs';

/** One process of the run; a new one of the same name takes its place when it is started again. */
export class Process {
  #child;
  #record;
  /** Since when it has been neither paused nor dead by our doing, by the monotonic clock; undefined while it is. */
  undisturbedSince;

  constructor(world, name, { command, args, env = {}, cwd }) {
    Object.assign(this, { world, name, command, args, env, cwd });
  }

  get pid() {
    return this.#child?.pid;
  }

  get isRunning() {
    return isAlive(this.#record);
  }

  start() {
    const log = openSync(join(this.world.logs, `${this.name}.log`), 'a');
    this.#child = spawn(this.command, this.args, {
      cwd: this.cwd,
      env: { ...this.world.environment, ...this.env },
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child.once('error', () => {});
    this.#record = { pid: this.#child.pid, identity: identityOf(this.#child.pid) };
    this.undisturbedSince = performance.now();
  }

  /** Sends a signal to this process alone, not to what it has started. */
  signal(name) {
    if (!this.isRunning) return;
    this.undisturbedSince = name === 'SIGCONT' ? performance.now() : undefined;
    process.kill(this.pid, name);
  }

  async ended(limitMs = 30_000) {
    const until = Date.now() + limitMs;
    while (this.isRunning && Date.now() < until) await sleep(20);
    return !this.isRunning;
  }

  async kill() {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** How long it has been ready to run in all while others had the processors, ms; 0 where the system does not tell. */
  waitedForProcessor() {
    try {
      return Number(readFileSync(`/proc/${this.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return 0;
    }
  }

  /** True when it has been left alone by the run from that moment on. */
  wasLeftAlone(since) {
    return this.undisturbedSince !== undefined && this.undisturbedSince <= since;
  }
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** One run: its id, folder, processes, and what has to be undone. */
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

  /** A process of this run; it is not started yet. */
  process(name, how) {
    const made = new Process(this, name, how);
    this.#processes.push(made);
    return made;
  }

  /** What is to be done at the end, the last first. */
  atEnd(work) {
    this.#undo.push(work);
  }

  /** Processes (as `{pid, variables}`) that belong to this run, launches included. */
  ownProcesses() {
    return findByEnvironment(
      (variables) =>
        variables.PORTOLAN_CHAOS === this.id || Boolean(variables.PORTOLAN_NODE_DIR?.startsWith(this.folder)),
    );
  }

  /** Ends all that is left and undoes the rest. */
  async end({ keepLogs }) {
    // A paused process takes no notice of TERM, and nothing here has to end well: the checks are done.
    for (const { pid } of this.ownProcesses()) killHard(pid);
    await sweep(() => this.ownProcesses(), 0);
    // Redis writes its title over its environment, so nothing tells whose it is but what was noted when it was started.
    await Promise.all(this.#processes.map((one) => one.kill()));
    for (const work of this.#undo.toReversed()) {
      try {
        await work();
      } catch (error) {
        process.stderr.write(`could not be undone: ${error.message}\n`);
      }
    }
    if (!keepLogs) rmSync(this.folder, { recursive: true, force: true });
  }
}

function killHard(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
