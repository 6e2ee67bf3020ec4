/** Processes that outlive the command that starts them: started with a log, recorded, found again, ended. */
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { failWhenInterrupted } from './commands.mjs';
import { Failure } from './console.mjs';
import { identityOf, isAlive } from './process-identity.mjs';
import { HOME, paths } from './settings.mjs';

const recordFile = (name) => join(paths.run, `${name}.json`);

/** The record of a running process, or `null`; the record of a dead one is removed. */
export function findRunning(name) {
  let record;
  try {
    record = JSON.parse(readFileSync(recordFile(name), 'utf8'));
  } catch {
    return null;
  }
  if (isAlive(record)) return record;
  rmSync(recordFile(name), { force: true });
  return null;
}

/** Names of all recorded processes that run. */
export function runningNames() {
  if (!existsSync(paths.run)) return [];
  return readdirSync(paths.run)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => findRunning(name));
}

/** Where a process writes its output. */
export const logFileOf = (name) => join(paths.logs, `${name}.log`);

/** The size of a log before a start, so that a failure shows only what came after it. */
function sizeOf(file) {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * The user's environment without what npm adds to it, without the user's own token, and without the addresses (and passwords) of
 * all databases: each service gets its own.
 */
function userEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_.*|INIT_CWD|DATABASE_URL_.*|PORTOLAN_TOKEN)$/i.test(name),
    ),
  );
}

/** Keeps one older log once the current one has grown past 20 MB. */
function rotate(file) {
  if (sizeOf(file) > 20 * 1024 * 1024) renameSync(file, `${file}.1`);
}

/**
 * Starts a process in a session of its own (Ctrl-C does not reach it), with output appended to its log and stdin
 * closed. The record under .portolan/run tells later commands its pid, start time and `facts`.
 */
export async function spawnRecorded(name, command, args, { env = {}, cwd, facts = {} } = {}) {
  failWhenInterrupted();
  mkdirSync(paths.run, { recursive: true });
  mkdirSync(paths.logs, { recursive: true });
  rotate(logFileOf(name));
  const log = logFileOf(name);
  const logStart = sizeOf(log);
  const output = openSync(log, 'a');
  const environment = { ...userEnvironment(), ...env, PORTOLAN_HOME: HOME, PORTOLAN_PROCESS: name };
  const child = spawn(command, args, {
    cwd,
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const exit = { code: undefined };
  child.on('exit', (code, signal) => {
    exit.code = code ?? signal;
  });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new Failure(`${name} can't be started: ${error.message}`)));
  });
  const record = { name, pid: child.pid, identity: identityOf(child.pid), startedAt: Date.now(), ...facts };
  writeFileSync(`${recordFile(name)}.new`, `${JSON.stringify(record)}\n`);
  renameSync(`${recordFile(name)}.new`, recordFile(name));
  child.unref();
  return { record, exit, logStart };
}

/** The last lines that a process wrote since `from` bytes into its log. */
export function logTail(name, from = 0, lines = 12) {
  try {
    const text = readFileSync(logFileOf(name)).subarray(from).toString('utf8').trimEnd();
    return text
      .split('\n')
      .slice(-lines)
      .map((line) => `    ${line.slice(0, 300)}`)
      .join('\n');
  } catch {
    return '';
  }
}

/** Waits until a recorded process has ended; false when it still runs after `timeoutMs`. */
export async function waitForExit(record, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(record)) {
    if (Date.now() > deadline) return false;
    await sleep(30);
  }
  return true;
}

/** Sends a signal to the recorded process unless it is gone. */
export function signal(record, name) {
  if (!isAlive(record)) return;
  try {
    process.kill(record.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends a recorded process: SIGTERM, then SIGKILL after `graceMs`. Returns how it ended, for the message. */
export async function terminate(name, graceMs) {
  const record = findRunning(name);
  if (!record) return 'not running';
  signal(record, 'SIGTERM');
  let how = 'stopped';
  if (!(await waitForExit(record, graceMs))) {
    signal(record, 'SIGKILL');
    how = `killed: it had not ended ${graceMs / 1000} s after SIGTERM`;
    if (!(await waitForExit(record, 5000))) throw new Failure(`${name} (pid ${record.pid}) can't be ended`);
  }
  rmSync(recordFile(name), { force: true });
  return how;
}

/** Variables of a process' environment at its start; empty when it can't be read (another user's, or not Linux). */
export function environmentOf(pid) {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    return Object.fromEntries(
      entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    );
  } catch {
    return {};
  }
}

/** Processes (as records) whose environment satisfies `matches`; this process is never among them. */
export function findByEnvironment(matches) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid && matches(environmentOf(entry)))
    .map((entry) => ({ pid: Number(entry), identity: identityOf(entry) }))
    .filter((record) => record.identity !== null);
}

/** Ends all processes that `find` returns, again until it returns none: SIGTERM first, SIGKILL after `graceMs`. */
export async function sweep(find, graceMs = 2000) {
  const ended = new Set();
  const killAt = Date.now() + graceMs;
  for (let found = find(); found.length > 0; found = find()) {
    for (const record of found) {
      const force = Date.now() >= killAt;
      if (force || !ended.has(record.pid)) signal(record, force ? 'SIGKILL' : 'SIGTERM');
      ended.add(record.pid);
    }
    if (Date.now() > killAt + 10_000)
      throw new Failure(`these processes can't be ended: ${found.map((record) => record.pid).join(', ')}`);
    await sleep(50);
  }
  return ended.size;
}
