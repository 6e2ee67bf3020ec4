/** Programs of the machine: finding and running them, and the signals that end this process. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure, indented, say } from './console.mjs';

/** Server programs are often not in the PATH of an ordinary user. */
const SYSTEM_FOLDERS = [
  ...['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/libexec'],
  ...['/usr/local/opt/mysql/bin', '/opt/homebrew/bin'],
];

/** The full path of the first of `names` that is installed, or `null`. */
export function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS];
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder: try the next one.
      }
    }
  }
  return null;
}

const children = new Set();
let interrupted = false;

/** After an interruption: ends the running programs (patient ones may finish) and starts no further ones. */
export function interrupt() {
  interrupted = true;
  for (const child of children) {
    child.kill('SIGTERM');
    // npm needs half a minute to end cleanly during an installation.
    setTimeout(() => child.kill('SIGKILL'), 3000).unref();
  }
}

/** Fails when this command was interrupted; called before anything is started. */
export function failWhenInterrupted() {
  if (interrupted) throw new Failure('interrupted');
}

/**
 * Runs a program. A `patient` one, such as a package manager, must not be interrupted: its process group is its own. One that
 * `undoes` what the command has started must not be interrupted either, and runs after an interruption, too.
 * @returns exit code and the last 40 lines of output
 */
export function run(
  command,
  args,
  { cwd, env, onLine = () => {}, onStart = () => {}, inherit = false, undoes = false, patient = undoes } = {},
) {
  return new Promise((resolve, reject) => {
    if (!undoes) failWhenInterrupted();
    const stdio = inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, detached: patient });
    onStart(child);
    const tail = [];
    if (!patient) children.add(child);
    child.once('close', () => children.delete(child));
    const take = (line) => {
      if (line.trim() === '') return;
      tail.push(line);
      if (tail.length > 40) tail.shift();
      onLine(line);
    };
    for (const stream of [child.stdout, child.stderr]) {
      // A chunk may end in the middle of a line.
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text) => {
        const lines = (rest + text).split(/\r?\n/);
        rest = lines.pop();
        lines.forEach(take);
      });
      stream?.on('end', () => take(rest));
    }
    child.once(
      'error',
      (error) => children.delete(child) && reject(new Failure(`${command} cannot be run: ${error.message}`)),
    );
    child.once('close', (code, signal) => resolve({ code: code ?? `signal ${signal}`, tail }));
  });
}

/** Runs a program. Fails with `what` and the last lines of output unless its exit code is 0. */
export async function runOrFail(what, command, args, options) {
  const { code, tail } = await run(command, args, options);
  if (code === 0) return tail;
  throw new Failure(`${what}: "${[command, ...args].join(' ')}" ended with ${code}\n${indented(tail)}`);
}

const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Closes an HTTP server at Ctrl-C or SIGTERM, with its connections. */
export function closeOnSignal(server) {
  onSignal(() => {
    server.close();
    server.closeAllConnections();
  });
}

/** Time within which a repeated signal is the same one: at Ctrl-C a script gets one from the terminal and one from npm, ms. */
const ONE_SIGNAL_MS = 500;

/** Calls `listener` with the name of each such signal; returns a function that stops listening. */
export function onSignal(listener) {
  const heard = {};
  const hear = (name) => {
    const now = performance.now();
    if (now - (heard[name] ?? -Infinity) < ONE_SIGNAL_MS) return;
    heard[name] = now;
    listener(name);
  };
  for (const name of NAMES) process.on(name, hear);
  return () => {
    for (const name of NAMES) process.off(name, hear);
  };
}

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const steps = new Set();

/** Runs `undo` once, after `work` or on a signal ({@link undoOnSignal}). After a signal `work` continues until the command ends. */
export async function withUndo(undo, work) {
  let undone;
  const once = () => (undone ??= undo());
  steps.add(once);
  try {
    return await work();
  } finally {
    await once();
    steps.delete(once);
  }
}

/** On Ctrl-C or SIGTERM runs the pending steps of {@link withUndo}, latest first, and ends the command. A second signal ends it at once. */
export function undoOnSignal() {
  let stopping = false;
  onSignal((name) => {
    const code = EXIT_CODES[name];
    if (stopping || steps.size === 0) process.exit(code);
    stopping = true;
    interrupt();
    say('\ninterrupted: the changes of this command are undone');
    void undoAll().then(
      () => process.exit(code),
      (error) => {
        say(`could not be undone: ${error.message}`);
        process.exit(1);
      },
    );
  });
}

async function undoAll() {
  for (const step of [...steps].reverse()) await step();
}
