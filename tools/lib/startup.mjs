/** Bringing the system up: everything `npm start` does until all is ready, and taking back what a failed start began. */
import { setTimeout as sleep } from 'node:timers/promises';
import { failWhenInterrupted, interrupt } from './commands.mjs';
import { ensureBuild } from './build.mjs';
import { Failure, step, red, say } from './console.mjs';
import { ensureDatabase, migrate } from './databases.mjs';
import { loadExamples } from './examples.mjs';
import { ensurePackages } from './packages.mjs';
import { checkRedis } from './redis-client.mjs';
import { addresses, keepers, release, up } from './servers.mjs';
import { checkPorts, endServices, environmentOf, startServices, logPath } from './services.mjs';
import { SERVICES } from './settings.mjs';
import { findRunning } from './processes.mjs';

async function prepareDatabases() {
  await step('Preparing the databases', async () => {
    const { databases, redis } = addresses();
    await checkRedis(redis);
    await Promise.all(SERVICES.map(({ key }) => ensureDatabase(databases[key])));
    await Promise.all(SERVICES.map((service) => migrate(service, environmentOf(service))));
  });
}

/** All of `work` together; when one fails, the rest is waited for before the first failure is thrown. */
async function together(...work) {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Starts whatever of the system is down. @returns each service with port, pid and time to ready */
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

/** Runs a start that Ctrl-C (or SIGTERM, or a closed terminal) can break off: then all that it began is ended. */
export async function startInterruptibly(onSignal) {
  let signalled = null;
  const off = onSignal((name) => {
    signalled = name;
    interrupt();
  });
  try {
    return await startSystem();
  } catch (error) {
    if (signalled) throw new Failure(`interrupted by ${signalled}; what had been started has been stopped`);
    throw error;
  } finally {
    off();
  }
}

const EVERY_MS = 500;

/** One line for each change between two looks at the services (pids by name; undefined when not running). */
export const changes = (before, now) =>
  Object.keys(now).flatMap((name) => {
    if (before[name] === now[name]) return [];
    if (now[name] !== undefined) return [`${name} runs again (pid ${now[name]})`];
    const advice = '"npm start" in another terminal starts it again';
    return [`${name} (pid ${before[name]}) has ended unexpectedly, see ${logPath(name)}; ${advice}`];
  });

const look = (names) => Object.fromEntries(names.map((name) => [name, findRunning(name)?.pid]));

/** Watches the named processes until the system is stopped by another command or `isOver()`. */
export async function watch(names, isOver) {
  let before = look(names);
  while (!isOver()) {
    await sleep(EVERY_MS);
    if (isOver()) return;
    const now = look(names);
    // Without its keeper the system is being stopped: what ends now ends on purpose.
    if (!keepers().includes('system')) return;
    for (const line of changes(before, now)) say(line.includes('unexpectedly') ? red(line) : line);
    before = now;
  }
}
