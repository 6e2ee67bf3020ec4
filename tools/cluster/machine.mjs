/** A virtual machine made of namespaces, without a second kernel. All its processes end with its process 1. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Failure } from '../lib/console.mjs';
import { waitFor } from '../lib/network.mjs';
import { ROOT } from '../lib/settings.mjs';

/** The machine's own address, on a bridge of its own network. */
export const ADDRESS = '10.200.0.1';
export const NAME = 'portolan-cluster';

const LOOK_MS = 50;
const BOOT_LIMIT_MS = 60_000;
/** Time limit for killed processes and their control groups to disappear, ms. */
const END_LIMIT_MS = 60_000;

/** Mount points of the hierarchies of control groups, version 1. */
export const cgroupHierarchies = () =>
  fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , type]) => type === 'cgroup')
    .map(([, path]) => path);

/** Waits until `test` is truthy. @returns its result */
export async function until(what, test, timeoutMs, everyMs = LOOK_MS) {
  const found = await waitFor(test, { timeoutMs, everyMs });
  if (found) return found;
  throw new Failure(`${typeof what === 'function' ? what() : what} did not happen in ${timeoutMs / 1000} s`);
}

export class Machine {
  #unshare;
  #pid;
  #groups = [];

  constructor() {
    this.folder = fs.mkdtempSync(join(tmpdir(), 'portolan-cluster-'));
    this.logs = join(this.folder, 'logs');
    fs.mkdirSync(this.logs);
  }

  async boot() {
    this.#groups = cgroupHierarchies().map((path) => makeGroup(path));
    const script = this.#inGroups(
      'unshare --pid --fork --mount --net --uts --ipc --cgroup --kill-child --propagation private "$@"',
    );
    const boot = [join(ROOT, 'tools', 'cluster', 'boot.sh'), this.folder, NAME, ADDRESS];
    this.#unshare = this.#spawn('boot', 'bash', ['-c', script, 'bash', ...boot]);
    const booted = () => this.#unshare.exitCode !== null || fs.existsSync(join(this.folder, 'booted'));
    await until('booting the machine', booted, BOOT_LIMIT_MS);
    if (this.#unshare.exitCode !== null)
      throw new Failure(`the machine did not boot:\n${this.logOf('boot')}`);
    const children = `/proc/${this.#unshare.pid}/task/${this.#unshare.pid}/children`;
    this.#pid = Number(fs.readFileSync(children, 'utf8'));
  }

  inside(argv) {
    const enter = `nsenter -t ${this.#pid} --mount --net --pid --uts --ipc --cgroup -- "$@"`;
    return ['bash', ['-c', this.#inGroups(enter), 'bash', ...argv]];
  }

  /** A script that joins the control groups and becomes `command`. */
  #inGroups(command) {
    return [...this.#groups.map((group) => `echo $$ > ${group}/cgroup.procs`), `exec ${command}`].join('; ');
  }

  start(name, argv, env = {}) {
    const [program, args] = this.inside(argv);
    return this.#spawn(name, program, args, env);
  }

  async run(argv, { input, env = {} } = {}) {
    const [program, args] = this.inside(argv);
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: code ?? signal, stdout, stderr };
  }

  logOf(name, lines = 25) {
    const file = join(this.logs, `${name}.log`);
    return fs.existsSync(file)
      ? fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
      : '';
  }

  async end() {
    if (this.#pid !== undefined) process.kill(this.#pid, 'SIGKILL');
    else this.#unshare?.kill('SIGKILL');
    const isOver = () => (this.#unshare.exitCode ?? this.#unshare.signalCode) !== null;
    if (this.#unshare) await until('the end of the machine', isOver, END_LIMIT_MS);
    for (const group of this.#groups)
      await until(`the end of ${group}`, () => removeGroup(group), END_LIMIT_MS);
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(name, program, args, env = {}) {
    const log = fs.openSync(join(this.logs, `${name}.log`), 'a');
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      // The input of process 1 ends with this process, also after a crash.
      stdio: [name === 'boot' ? 'pipe' : 'ignore', log, log],
      // Ctrl-C is handled by the lane, which ends the whole machine.
      detached: true,
    });
    fs.closeSync(log);
    child.on('error', (error) =>
      fs.writeFileSync(join(this.logs, `${name}.log`), String(error), { flag: 'a' }),
    );
    return child;
  }
}

/** Creates a part of a hierarchy; the one of `cpuset` needs an explicit list of processors. */
function makeGroup(hierarchy) {
  const group = join(hierarchy, `portolan-cluster-${process.pid}`);
  fs.mkdirSync(group, { recursive: true });
  for (const file of ['cpuset.cpus', 'cpuset.mems'])
    if (fs.existsSync(join(group, file)))
      fs.writeFileSync(join(group, file), fs.readFileSync(join(hierarchy, file), 'utf8'));
  return group;
}

/** Removes a group and all below it. @returns false while processes are in it */
function removeGroup(group) {
  if (!fs.existsSync(group)) return true;
  for (const entry of fs.readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory() && !removeGroup(join(group, entry.name))) return false;
  try {
    fs.rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}
