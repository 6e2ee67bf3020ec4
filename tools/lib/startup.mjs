/** Bringing the system up: everything `npm start` does until all is ready, and taking back what a failed start began. */
import { failWhenInterrupted, interrupt } from './commands.mjs';
import { ensureBuild } from './build.mjs';
import { Failure, step } from './console.mjs';
import { ensureDatabase, migrate } from './databases.mjs';
import { loadExamples } from './examples.mjs';
import { ensurePackages } from './packages.mjs';
import { checkRedis } from './redis-client.mjs';
import { addresses, keepers, release, up } from './servers.mjs';
import { checkPorts, endServices, environmentOf, startServices } from './services.mjs';
import { SERVICES } from './settings.mjs';

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
  const results = await Promise.allSettled(work);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Starts whatever of the system is down.
 * @returns each service with port, pid and time to ready; and whether nothing had been running before
 */
export async function startSystem() {
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
    await takeBack(wasDown, started);
    throw error;
  }
}

/** Ends what a failed start began: all of it when nothing had been running, else only the services it had started. */
async function takeBack(wasDown, started) {
  if (started.length > 0) await endServices(started);
  if (wasDown) await release('system');
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
