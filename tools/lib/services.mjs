/** The three services, the console, the artifact store and, when it is used, the development issuer: their environment, start, readiness and end. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { currentBuild, programOf } from './build.mjs';
import { Failure, seconds } from './console.mjs';
import { ISSUER, authSettings, isIssuerUsed } from './dev-issuer.mjs';
import { differences } from './environment.mjs';
import { describeOwner, isFree, statusOf, waitFor } from './network.mjs';
import { currentSet, internalToken } from './state.mjs';
import {
  environmentOf as environmentOfProcess,
  findRunning,
  logTail,
  spawnRecorded,
  terminate,
} from './processes.mjs';
import { addresses } from './servers.mjs';
import { IS_CHECKOUT, LOOPBACK, ROOT, SERVICES, paths, serviceUrls, urlOf } from './settings.mjs';

const READY_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 15_000;
/** Interval of readiness checks, ms: frequent checks make the printed time exact and cost the services little. */
const READY_POLL_MS = 40;

/** The server of the page of the console. */
export const CONSOLE = {
  key: 'console',
  app: 'console',
  title: 'console',
  program: 'apps/console/dist/server/main.js',
  health: '/health/live',
};

/** The store that serves packed artifacts to nodes; started like a service, without a database. */
const STORE = {
  key: 'artifacts',
  app: 'artifact-store',
  title: 'artifact store',
  program: 'tools/artifact-store.mjs',
  health: '/',
};

const argumentsOf = (service) =>
  service.program ? [service.program] : [...service.nodeFlags, programOf(service.app, 'main')];
/** Services first: the order in which they are listed. */
const ALL = [...SERVICES, CONSOLE, STORE, ISSUER];
const used = () => ALL.filter((service) => service !== ISSUER || isIssuerUsed());

/** Returns the ports by key: that of a running process, else the intended one. */
export function currentPorts() {
  const ports = currentSet();
  return Object.fromEntries(ALL.map(({ key, app }) => [key, findRunning(app)?.port ?? ports[key]]));
}

/** Returns the settings of a service; the user's variables apply, except addresses. An empty list of the user stays empty. */
export function environmentOf({ key }) {
  const ports = currentPorts();
  const { databases, redis } = addresses();
  const recorded = process.env.RECORDED_CLOUD_DIR ?? join(ROOT, 'examples', 'recorded-cloud');
  return {
    QUEUE_PREFIX: process.env.QUEUE_PREFIX || 'portolan',
    LOG_LEVEL: process.env.LOG_LEVEL || 'info',
    NODE_WORK_DIR: paths.nodes,
    ATTACHMENTS_DIR: process.env.ATTACHMENTS_DIR || paths.attachments,
    ARCHIVE_DIR: process.env.ARCHIVE_DIR || paths.archives,
    // Artifacts and listeners of webhooks are on this machine.
    OUTBOUND_ALLOWED: process.env.OUTBOUND_ALLOWED ?? '127.0.0.0/8,::1',
    // Makes changes of the project's own registries visible within seconds.
    CRAWL_INTERVAL_MS: process.env.CRAWL_INTERVAL_MS || '5000',
    ...(existsSync(recorded) ? { RECORDED_CLOUD_DIR: recorded } : {}),
    PORT: String(ports[key]),
    HOST: LOOPBACK,
    // Links use the address of the request unless the operator sets one.
    ...(process.env.PUBLIC_URL ? { PUBLIC_URL: process.env.PUBLIC_URL } : {}),
    DATABASE_URL: databases[key] ?? '',
    REDIS_URL: redis,
    INTERNAL_TOKEN: internalToken(),
    ...serviceUrls((one) => urlOf(ports[one])),
    ARTIFACTS_URL: urlOf(ports.artifacts),
    ARTIFACTS_DIR: paths.artifacts,
    ...authSettings(),
    CORS_ORIGINS: process.env.CORS_ORIGINS ?? consoleOrigins(ports.console),
    ...(key === CONSOLE.key ? consoleSettings() : {}),
  };
}

/** Fails when another process uses an intended port; names the port and, if known, the process. */
export async function checkPorts() {
  const ports = currentSet();
  for (const service of used().filter(({ app }) => !findRunning(app))) {
    const port = ports[service.key];
    if (await isFree(port)) continue;
    const owner = describeOwner(port) || 'another process';
    const advice = 'free it, or move all ports with PORTOLAN_PORT_OFFSET';
    throw new Failure(`port ${port} (${service.title}) is used by ${owner}; ${advice}`);
  }
}

const isOlder = ({ program }, kept) => Boolean(kept) && !program && kept.build !== currentBuild();

/** Returns the names of the settings with which a kept service differs from a new one. */
function changedSettings(service, kept) {
  const running = kept && !service.program ? environmentOfProcess(kept.pid) : {};
  // The environment of another user's process cannot be read.
  if (!running.PORTOLAN_PROCESS) return [];
  const token = process.env.INTERNAL_TOKEN ? { INTERNAL_TOKEN: process.env.INTERNAL_TOKEN } : {};
  const wanted = { ...environmentOf(service), PORT: String(kept.port), ...token };
  return [...differences(wanted, running), ...changedByUser(service.title, wanted, running)];
}

/** Settings that services get unchanged from the environment of `npm start`; also those that it does not have any more. */
const changedByUser = (title, wanted, running) =>
  documentedSettings(title).filter(
    (name) => !Object.hasOwn(wanted, name) && (process.env[name] ?? '') !== (running[name] ?? ''),
  );

const isReady = async ({ health = '/health/ready' }, port) =>
  (await statusOf(`${urlOf(port)}${health}`)) === 200;

/** Starts a service unless it runs, and waits until it is ready; reports how a kept one is stale. */
async function startOne(service, onStarted) {
  const { app, key } = service;
  const kept = findRunning(app);
  const port = kept?.port ?? currentSet()[key];
  const begun = Date.now();
  let spawned;
  if (!kept) {
    spawned = await spawnRecorded(app, process.execPath, argumentsOf(service), {
      cwd: ROOT,
      env: environmentOf(service),
      facts: { port, build: currentBuild(), authMode: process.env.AUTH_MODE },
    });
    onStarted(app);
  }
  const ready = await waitFor(() => isReady(service, port), {
    timeoutMs: READY_TIMEOUT_MS,
    everyMs: READY_POLL_MS,
    gone: () => !findRunning(app),
  });
  const readyMs = Date.now() - begun;
  if (!ready) throw await notReady(service, spawned, readyMs);
  const { pid } = findRunning(app);
  const stale = { isOlder: isOlder(service, kept), changed: changedSettings(service, kept) };
  return { ...service, port, pid, kept: Boolean(kept), ...stale, readyMs };
}

async function notReady({ app, title }, spawned, afterMs) {
  // The process may have ended shortly before its exit code is known.
  await waitFor(() => findRunning(app) || spawned?.exit.code !== undefined, { timeoutMs: 500 });
  const exit = spawned?.exit.code;
  const runs = exit === undefined && findRunning(app);
  const what = runs ? `is not ready after ${seconds(afterMs)}` : `ended with ${exit ?? 'an unknown code'}`;
  return new Failure(`${title} ${what}; the end of ${logPath(app)}:\n${logTail(app, spawned?.logStart)}`);
}

/**
 * Starts all services concurrently, after the issuer, whose keys they read at once. Throws only after each has started or failed.
 */
export async function startServices(onStarted) {
  const issuer = isIssuerUsed() ? [await startOne(ISSUER, onStarted)] : [];
  const results = await Promise.allSettled(
    [...SERVICES, CONSOLE, STORE].map((service) => startOne(service, onStarted)),
  );
  const failed = results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  if (failed.length === 1) throw failed[0];
  if (failed.length > 1) throw new Failure(failed.map((error) => error.message).join('\n'));
  return [...results.map(({ value }) => value), ...issuer];
}

/** Returns each service and what is known of it: `ready`, `not ready` or `stopped`. */
export const serviceStates = () =>
  Promise.all(
    used().map(async (service) => {
      const running = findRunning(service.app);
      const { port, pid } = running ?? {};
      const state = !running ? 'stopped' : (await isReady(service, port)) ? 'ready' : 'not ready';
      return { ...service, port, pid, state };
    }),
  );

export const runningServices = () => ALL.map(({ app }) => app).filter((app) => findRunning(app));

/** Ends services concurrently with SIGTERM, and with SIGKILL those that do not end in time. */
export async function endServices(names) {
  const outcomes = await Promise.all(names.map(async (name) => [name, await terminate(name, STOP_GRACE_MS)]));
  return outcomes
    .filter(([, how]) => how !== 'stopped' && how !== 'not running')
    .map(([name, how]) => `${name} was ${how}`);
}

/** Folder of the logs for messages: relative in a checkout. */
export const logFolder = IS_CHECKOUT ? relative(ROOT, paths.logs) : paths.logs;

export const logPath = (app) => join(logFolder, `${app}.log`);

const FILE = join(ROOT, 'docs', 'configuration.md');
const EVERY = 'every service';
/** Variables that every shell has; nodes pass them on to processes. */
const OF_SHELLS = new Set(['PATH', 'HOME', 'LANG']);

/** Returns the names of a service's settings; none where the documentation is not installed. @param title as in the headings */
export function documentedSettings(title) {
  if (!existsSync(FILE)) return [];
  const sections = readFileSync(FILE, 'utf8').split(/^##+ /m);
  const own = sections.filter((section) => {
    const [heading] = section.toLowerCase().split('\n', 1);
    return heading.includes(EVERY) || heading.includes(title);
  });
  return own
    .flatMap((section) => [...section.matchAll(/^\| `([A-Z][A-Z\d_]*)`/gm)])
    .map(([, name]) => name)
    .filter((name) => !OF_SHELLS.has(name));
}

/** Origins of the page, which the services must allow: a browser may name this machine in either way. */
export const consoleOrigins = (port) => `http://${LOOPBACK}:${port},http://localhost:${port}`;

/** Returns the settings of the login; empty while the services require no token. */
function consoleSettings() {
  const { AUTH_MODE = 'off', AUTH_ISSUER } = authSettings();
  return AUTH_MODE !== 'off' && AUTH_ISSUER ? { LOGIN_ISSUER: AUTH_ISSUER } : {};
}
