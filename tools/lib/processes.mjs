/** Processes that outlive the command that starts them: started with a log, recorded, found and ended later. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failWhenInterrupted } from './commands.mjs';
import { Failure, indented } from './console.mjs';
import { parsed, tryRead } from './files.mjs';
import { waitFor } from './network.mjs';
import { identityOf, isAlive, processIds } from './process-identity.mjs';
import { HOME, paths } from './settings.mjs';

const recordFile = (name) => join(paths.run, `${name}.json`);

/** Returns the record of a running process, or `null`; removes the record of a dead one. */
export function findRunning(name) {
  const record = parsed(tryRead(recordFile(name)));
  if (!record) return null;
  if (isAlive(record)) return record;
  fs.rmSync(recordFile(name), { force: true });
  return null;
}

export function runningNames() {
  if (!fs.existsSync(paths.run)) return [];
  return fs
    .readdirSync(paths.run)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => findRunning(name));
}

const logFileOf = (name) => join(paths.logs, `${name}.log`);

const sizeOf = (file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Reports variables that a service must not inherit: npm's, the user's token, and addresses (with passwords) of databases. */
const WITHHELD = /^(npm_.*|INIT_CWD|DATABASE_URL_.*|PORTOLAN_TOKEN)$/i;

/** Starts a process in a session of its own, logged; its record under .portolan/run has pid, start time and `facts`. */
export async function spawnRecorded(name, command, args, { env = {}, cwd, facts = {} } = {}) {
  failWhenInterrupted();
  fs.mkdirSync(paths.run, { recursive: true });
  fs.mkdirSync(paths.logs, { recursive: true });
  // Jobs may run as other users of this machine, whom the logs do not concern.
  fs.chmodSync(paths.logs, 0o700);
  const log = logFileOf(name);
  if (sizeOf(log) > 20 * 1024 * 1024) fs.renameSync(log, `${log}.1`);
  const logStart = sizeOf(log);
  const output = fs.openSync(log, 'a');
  const user = Object.fromEntries(
    Object.entries(process.env).filter(([variable]) => !WITHHELD.test(variable)),
  );
  const environment = { ...user, ...env, PORTOLAN_HOME: HOME, PORTOLAN_PROCESS: name };
  const stdio = ['ignore', output, output];
  const child = spawn(command, args, { cwd, env: environment, detached: true, stdio });
  fs.closeSync(output);
  const exit = { code: undefined };
  child.on('exit', (code, by) => (exit.code = code ?? by));
  await once(child, 'spawn').catch((error) => {
    throw new Failure(`${name} cannot be started: ${error.message}`);
  });
  const record = { name, pid: child.pid, identity: identityOf(child.pid), startedAt: Date.now(), ...facts };
  fs.writeFileSync(`${recordFile(name)}.new`, `${JSON.stringify(record)}\n`);
  fs.renameSync(`${recordFile(name)}.new`, recordFile(name));
  child.unref();
  return { record, exit, logStart };
}

/** Returns the last 12 lines of a process's log after the position `from`. */
export function logTail(name, from = 0) {
  try {
    const text = fs.readFileSync(logFileOf(name)).subarray(from).toString('utf8').trimEnd();
    return indented(text.split('\n'), 12);
  } catch {
    return '';
  }
}

/** Waits until a recorded process has ended. @returns false when it still runs after `timeoutMs` */
export const waitForExit = async (record, timeoutMs) =>
  Boolean(await waitFor(() => !isAlive(record), { timeoutMs, everyMs: 30 }));

/** Sends a signal to the recorded process unless it has ended. */
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
    if (!(await waitForExit(record, 5000))) throw new Failure(`${name} (pid ${record.pid}) cannot be ended`);
  }
  fs.rmSync(recordFile(name), { force: true });
  return how;
}

/** Returns the environment of a process at its start; empty when unreadable (another user's, or not Linux). */
export function environmentOf(pid) {
  const entries = (tryRead(`/proc/${pid}/environ`) ?? '').split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/** Returns the processes (as records) whose environment satisfies `matches`, without this process. */
export function findByEnvironment(matches) {
  if (process.platform !== 'linux') return [];
  return processIds()
    .filter((id) => Number(id) !== process.pid && matches(environmentOf(id)))
    .map((id) => ({ pid: Number(id), identity: identityOf(id) }))
    .filter((record) => record.identity !== null);
}

/** Ends all processes that `find` returns, repeatedly until it returns none: SIGTERM first, SIGKILL after `graceMs`. */
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
