/** Starts the system: all steps of `npm start` until it is ready, and their reversal after a failure. */
import { setTimeout as sleep } from 'node:timers/promises';
import { failWhenInterrupted, interrupt } from './commands.mjs';
import { ensureBuild } from './build.mjs';
import { Failure, step, red, say } from './console.mjs';
import { ensureDatabase, migrate, checkRedis } from './databases.mjs';
import { loadExamples } from './examples.mjs';
import { withLock } from './lock.mjs';
import { ensurePackages } from './packages.mjs';
import { addresses, keepers, release, up } from './servers.mjs';
import { checkPorts, endServices, environmentOf, startServices, logPath } from './services.mjs';
import { COMMANDS, SERVICES } from './settings.mjs';
import { findRunning } from './processes.mjs';

async function prepareDatabases() {
  await step('Preparing the databases', async () => {
    const { databases, redis } = addresses();
    await checkRedis(redis);
    await Promise.all(SERVICES.map(({ key }) => ensureDatabase(databases[key])));
    await Promise.all(SERVICES.map((service) => migrate(service, environmentOf(service))));
  });
}

/** Runs `work` concurrently; waits for all before the first failure is thrown. */
async function together(...work) {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Starts the missing parts of the system. @returns each service with port, pid and time to ready */
async function startSystem() {
  const wasDown = !keepers().includes('system');
  const started = [];
  try {
    await together(up('system'), ensurePackages());
    await checkPorts();
    await ensureBuild();
    await prepareDatabases();
    const services = await step('Starting the services', () => startServices((name) => started.push(name)));
    await loadExamples();
    failWhenInterrupted();
    return services;
  } catch (error) {
    if (started.length > 0) await endServices(started);
    if (wasDown) await release('system');
    throw error;
  }
}

/** Runs a start that Ctrl-C, SIGTERM or a closed terminal interrupts: everything it started is then ended. */
export async function startInterruptibly(onSignal) {
  let signalled = null;
  let isBegun = false;
  const off = onSignal((name) => {
    signalled = name;
    interrupt();
  });
  try {
    return await withLock('system', () => {
      isBegun = true;
      return startSystem();
    });
  } catch (error) {
    const after = isBegun ? '; what had been started has been stopped' : '; nothing had been started';
    if (signalled) throw new Failure(`interrupted by ${signalled}${after}`);
    throw error;
  } finally {
    off();
  }
}

const EVERY_MS = 500;

/** Returns one line per change between two checks of the services (pids by name; undefined when not running). */
export const changes = (before, now) =>
  Object.keys(now).flatMap((name) => {
    if (before[name] === now[name]) return [];
    if (now[name] !== undefined) return [`${name} runs again (pid ${now[name]})`];
    const advice = `"${COMMANDS.start}" in another terminal starts it again`;
    return [`${name} (pid ${before[name]}) has ended unexpectedly, see ${logPath(name)}; ${advice}`];
  });

const look = (names) => Object.fromEntries(names.map((name) => [name, findRunning(name)?.pid]));

/** Watches the named processes until another command stops the system, or until `isOver()`. */
export async function watch(names, isOver) {
  let before = look(names);
  while (!isOver()) {
    await sleep(EVERY_MS);
    if (isOver()) return;
    const now = look(names);
    // Without its note the system is being stopped: processes end on purpose.
    if (!keepers().includes('system')) return;
    for (const line of changes(before, now)) say(line.includes('unexpectedly') ? red(line) : line);
    before = now;
  }
}
