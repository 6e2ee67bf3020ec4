/** The private Redis of this checkout: start, stop. */
import { mkdirSync } from 'node:fs';
import { findProgram } from './commands.mjs';
import { Failure } from './console.mjs';
import { ask, describeOwner, isFree, waitFor } from './network.mjs';
import { findRunning, logTail, spawnRecorded, terminate } from './processes.mjs';
import { LOOPBACK, paths } from './settings.mjs';

const NAME = 'redis';
const START_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 20_000;

/** The server program of this machine, or `null`. */
export const findServer = () => findProgram('redis-server', 'valkey-server');

/** Address of the private Redis. */
export const redisUrl = (port) => `redis://${LOOPBACK}:${port}`;

/** Settings as arguments: `''` is Redis' way to say "no file read before these". BullMQ needs `noeviction`. */
const serverArguments = (port) => [
  ...['--port', String(port)],
  ...['--bind', LOOPBACK],
  ...['--protected-mode', 'yes'],
  ...['--dir', paths.redis],
  ...['--appendonly', 'yes'],
  ...['--save', ''],
  ...['--maxmemory-policy', 'noeviction'],
  ...['--daemonize', 'no'],
  ...['--supervised', 'no'],
];

/** Whether Redis answers; while it still loads its file it says so with an error, which is not an answer. */
export async function answers(port) {
  const bytes = await ask(port, { send: 'PING\r\n' });
  return bytes?.toString().startsWith('+PONG') ?? false;
}

/** Starts the private Redis unless it runs. */
export async function start(port) {
  const running = findRunning(NAME);
  if (running) {
    if (
      await waitFor(() => answers(running.port), {
        timeoutMs: START_TIMEOUT_MS,
        gone: () => !findRunning(NAME),
      })
    ) {
      return { started: false, port: running.port };
    }
    throw new Failure(`the private Redis (pid ${running.pid}) does not answer on port ${running.port}`);
  }
  if (!(await isFree(port))) {
    throw new Failure(
      `port ${port} (private Redis) is used by ${describeOwner(port) || 'another process'}; free it or set PORTOLAN_REDIS_PORT`,
    );
  }
  mkdirSync(paths.redis, { recursive: true });
  const { exit, logStart } = await spawnRecorded(NAME, findServer(), serverArguments(port), {
    cwd: paths.redis,
    facts: { port },
  });
  if (
    !(await waitFor(() => answers(port), {
      timeoutMs: START_TIMEOUT_MS,
      gone: () => exit.code !== undefined,
    }))
  ) {
    await terminate(NAME, STOP_GRACE_MS);
    throw new Failure(`the private Redis did not start; its last lines:\n${logTail(NAME, logStart)}`);
  }
  return { started: true, port };
}

/** Shuts Redis down cleanly (its append-only file is flushed) and waits for its end. */
export const stop = () => terminate(NAME, STOP_GRACE_MS);

/** The record of the running Redis, or `null`. */
export const running = () => findRunning(NAME);
