/**
 * A machine inside of this one: processes, mounts, network, names and control groups of its own, without a second kernel.
 * Every process started in it ends with its process 1.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Failure } from '../lib/console.mjs';
import { ROOT } from '../lib/settings.mjs';

/** The machine's own address, on a bridge of its own network. */
export const ADDRESS = '10.200.0.1';
export const NAME = 'portolan-cluster';

const LOOK_MS = 50;
const BOOT_LIMIT_MS = 60_000;
/** Killed processes and their control groups are gone after so long, ms. */
const END_LIMIT_MS = 60_000;

/** Mount points of the hierarchies of control groups, version 1. */
export const cgroupHierarchies = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , type]) => type === 'cgroup')
    .map(([, path]) => path);

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `test` is truthy. @returns what it answered */
export async function until(what, test, limitMs, lookMs = LOOK_MS) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await test();
    if (found) return found;
    if (performance.now() > deadline)
      throw new Failure(
        `${typeof what === 'function' ? what() : what} did not happen in ${limitMs / 1000} s`,
      );
    await sleep(lookMs);
  }
}

/** The machine: its folder, and programs in it. */
export class Machine {
  #unshare;
  #pid;
  #groups = [];

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'portolan-cluster-'));
    this.logs = join(this.folder, 'logs');
    mkdirSync(this.logs);
  }

  /** Makes the namespaces. */
  async boot() {
    this.#groups = cgroupHierarchies().map((path) => makeGroup(path));
    const join1 = this.#groups.map((group) => `echo $$ > ${group}/cgroup.procs`).join('; ');
    const namespaces = ['--pid', '--fork', '--mount', '--net', '--uts', '--ipc', '--cgroup'];
    const script = `${join1}; exec unshare ${namespaces.join(' ')} --kill-child --propagation private "$@"`;
    const boot = [join(ROOT, 'tools', 'cluster', 'boot.sh'), this.folder, NAME, ADDRESS];
    this.#unshare = this.#spawn('boot', 'bash', ['-c', script, 'bash', ...boot]);
    const booted = () => this.#unshare.exitCode !== null || existsSync(join(this.folder, 'booted'));
    await until('booting the machine', booted, BOOT_LIMIT_MS);
    if (this.#unshare.exitCode !== null)
      throw new Failure(`the machine did not boot:\n${this.logOf('boot')}`);
    const children = `/proc/${this.#unshare.pid}/task/${this.#unshare.pid}/children`;
    this.#pid = Number(readFileSync(children, 'utf8'));
  }

  /** The command that runs `argv` inside. */
  inside(argv) {
    const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--cgroup'];
    const join1 = this.#groups.map((group) => `echo $$ > ${group}/cgroup.procs`).join('; ');
    return [
      'bash',
      ['-c', `${join1}; exec nsenter -t ${this.#pid} ${namespaces.join(' ')} -- "$@"`, 'bash', ...argv],
    ];
  }

  /** Starts a program that goes on; what it prints goes to its log. */
  start(name, argv, env = {}) {
    const [program, args] = this.inside(argv);
    return this.#spawn(name, program, args, env);
  }

  /** Runs a program to its end. @returns exit code and what it printed */
  async run(argv, { input, env = {} } = {}) {
    const [program, args] = this.inside(argv);
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
      child[stream].setEncoding('utf8').on('data', (text) => (printed[stream] += text));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, signal) => resolve(exit ?? signal));
    });
    return { code, ...printed };
  }

  /** The last lines of a program's log. */
  logOf(name, lines = 25) {
    const file = join(this.logs, `${name}.log`);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : '';
  }

  /** Ends everything, and waits until nothing of it is left. */
  async end() {
    if (this.#pid !== undefined) process.kill(this.#pid, 'SIGKILL');
    else this.#unshare?.kill('SIGKILL');
    if (this.#unshare)
      await until(
        'the end of the machine',
        () => this.#unshare.exitCode !== null || this.#unshare.signalCode !== null,
        END_LIMIT_MS,
      );
    for (const group of this.#groups)
      await until(`the end of ${group}`, () => removeGroup(group), END_LIMIT_MS);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(name, program, args, env = {}) {
    const log = openSync(join(this.logs, `${name}.log`), 'a');
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      // The input of process 1 ends with this process, however that ends.
      stdio: [name === 'boot' ? 'pipe' : 'ignore', log, log],
      // Ctrl-C is for the lane: it ends the machine as a whole.
      detached: true,
    });
    closeSync(log);
    child.on('error', (error) => writeFileSync(join(this.logs, `${name}.log`), String(error), { flag: 'a' }));
    return child;
  }
}

/** A part of a hierarchy; that of processors needs to be told which it has. */
function makeGroup(hierarchy) {
  const group = join(hierarchy, `portolan-cluster-${process.pid}`);
  mkdirSync(group, { recursive: true });
  for (const file of ['cpuset.cpus', 'cpuset.mems'])
    if (existsSync(join(group, file)))
      writeFileSync(join(group, file), readFileSync(join(hierarchy, file), 'utf8'));
  return group;
}

/** Removes a group and all below it. @returns false while processes are in it */
function removeGroup(group) {
  if (!existsSync(group)) return true;
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory() && !removeGroup(join(group, entry.name))) return false;
  try {
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}
