/** A private server of this checkout: a recorded process, started unless it runs, and awaited until it responds. */
import { Failure } from './console.mjs';
import { describeOwner, isFree, waitFor } from './network.mjs';
import { findRunning, logTail, spawnRecorded, terminate } from './processes.mjs';

/**
 * Starts a recorded process and waits until `answers()`; after `timeoutMs` ends the process and fails with the end of its log.
 */
export async function startAnswering({ name, title, program, args, answers, timeoutMs, cwd, facts }) {
  const { exit, logStart } = await spawnRecorded(name, program, args, { cwd, facts });
  const gone = () => exit.code !== undefined || !findRunning(name);
  if (await waitFor(answers, { timeoutMs, gone })) return;
  await terminate(name, timeoutMs);
  const how =
    exit.code === undefined ? `did not answer within ${timeoutMs / 1000} s` : `ended with ${exit.code}`;
  throw new Failure(`${title} ${how}; its last lines:\n${logTail(name, logStart)}`);
}

/** Fails when the port of a server is in use; names its owner and the setting for another port. */
export async function needPort(port, title, setting) {
  if (await isFree(port)) return;
  const owner = describeOwner(port) || 'another process';
  throw new Failure(`port ${port} (${title}) is used by ${owner}; free it or set ${setting}`);
}

/** The functions of a private server. @param prepare returns `{program, args, facts, cwd}` for a port */
export function privateServer({ name, title, timeoutMs, graceMs, answers, prepare }) {
  const running = () => findRunning(name);
  return {
    running,
    stop: () => terminate(name, graceMs),

    /** Starts the server unless it runs. @returns whether this call started it, and its port */
    async start(port) {
      const found = running();
      if (found) {
        if (await waitFor(() => answers(found.port), { timeoutMs, gone: () => !running() }))
          return { started: false, port: found.port };
        throw new Failure(`the private ${title} (pid ${found.pid}) does not answer on port ${found.port}`);
      }
      await needPort(port, `private ${title}`, `PORTOLAN_${name.toUpperCase()}_PORT`);
      const how = await prepare(port);
      const facts = { port, ...how.facts };
      await startAnswering({
        name,
        title: `the private ${title}`,
        timeoutMs,
        answers: () => answers(port),
        ...how,
        facts,
      });
      return { started: true, port };
    },
  };
}
