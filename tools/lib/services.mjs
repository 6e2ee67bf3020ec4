/** The three services, the artifact store and, when it is used, the development issuer: their environment, start, readiness and end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { currentBuild, programOf } from './build.mjs';
import { Failure, seconds } from './console.mjs';
import { ISSUER, authSettings, isIssuerUsed } from './dev-issuer.mjs';
import { differences } from './environment.mjs';
import { describeOwner, isFree, statusOf, waitFor } from './network.mjs';
import { currentSet } from './ports.mjs';
import * as processes from './processes.mjs';
import { findRunning, logTail, spawnRecorded, terminate } from './processes.mjs';
import { addresses } from './servers.mjs';
import { LOOPBACK, ROOT, SERVICES, nodeArguments, paths, urlOf } from './settings.mjs';
import { internalToken } from './state.mjs';

const READY_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 15_000;
/** Asking often makes the printed time exact; the services answer `not ready` cheaply. */
const READY_POLL_MS = 40;

/** The store that serves packed artifacts to the nodes; started like a service, without a database. */
const STORE = {
  key: 'artifacts',
  app: 'artifact-store',
  title: 'artifact store',
  program: 'tools/artifact-store.mjs',
};

/** Node's arguments: the store is a script, without packages. */
const argumentsOf = (service) =>
  service.program ? [service.program] : [...nodeArguments(service), programOf(service.app, 'main')];
const HEALTH = { artifacts: '/', issuer: '/jwks' };
const healthOf = ({ key }, port) => `${urlOf(port)}${HEALTH[key] ?? '/health/ready'}`;
/** Services first, as they are listed to the user. */
const ALL = [...SERVICES, STORE, ISSUER];
/** Processes that a start starts. */
const used = () => ALL.filter((service) => service !== ISSUER || isIssuerUsed());

/** Ports by key: of a running process the one it has, else the one it would get. */
export function currentPorts() {
  const ports = currentSet();
  return Object.fromEntries(ALL.map(({ key, app }) => [key, findRunning(app)?.port ?? ports[key]]));
}

/** The recorded cloud of the examples is what the history service replays, unless the user names another. */
function recordedCloud() {
  const folder = process.env.RECORDED_CLOUD_DIR || join(ROOT, 'examples', 'recorded-cloud');
  return existsSync(folder) ? { RECORDED_CLOUD_DIR: folder } : {};
}

/** The settings that a service gets; a variable that the user has set and that is no address passes through. */
export function environmentOf({ key }) {
  const ports = currentPorts();
  const { databases, redis } = addresses();
  return {
    QUEUE_PREFIX: process.env.QUEUE_PREFIX || 'portolan',
    LOG_LEVEL: process.env.LOG_LEVEL || 'info',
    NODE_WORK_DIR: paths.nodes,
    ATTACHMENTS_DIR: process.env.ATTACHMENTS_DIR || paths.attachments,
    ARCHIVE_DIR: process.env.ARCHIVE_DIR || paths.archives,
    // Artifacts, and whoever listens to webhooks, are on this machine.
    OUTBOUND_ALLOWED: process.env.OUTBOUND_ALLOWED || '127.0.0.0/8,::1',
    // On one machine a change of our own registries shows within seconds.
    CRAWL_INTERVAL_MS: process.env.CRAWL_INTERVAL_MS || '5000',
    ...recordedCloud(),
    PORT: String(ports[key]),
    HOST: LOOPBACK,
    // Links follow the request unless the operator says otherwise.
    ...(process.env.PUBLIC_URL ? { PUBLIC_URL: process.env.PUBLIC_URL } : {}),
    DATABASE_URL: databases[key] ?? '',
    REDIS_URL: redis,
    INTERNAL_TOKEN: internalToken(),
    HISTORY_URL: urlOf(ports.history),
    JOBS_URL: urlOf(ports.jobs),
    STREAMS_URL: urlOf(ports.streams),
    ARTIFACTS_URL: urlOf(ports.artifacts),
    ARTIFACTS_DIR: paths.artifacts,
    ...authSettings(),
  };
}

/** Fails when a port that is about to be used belongs to somebody else; names the port and, when known, the process. */
export async function checkPorts() {
  const ports = currentSet();
  for (const service of used().filter(({ app }) => !findRunning(app))) {
    const port = ports[service.key];
    if (await isFree(port)) continue;
    const owner = describeOwner(port) || 'another process';
    throw new Failure(
      `port ${port} (${service.title}) is used by ${owner}; free it, or move all ports with PORTOLAN_PORT_OFFSET`,
    );
  }
}

/** Whether a kept service runs what was built before the last change. */
const isOlder = ({ program }, kept) => Boolean(kept) && !program && kept.build !== currentBuild();

/** Names of the settings that a kept service would get with another value if it was started now. */
function changedSettings(service, kept) {
  const running = kept && !service.program ? processes.environmentOf(kept.pid) : {};
  // Where the environment of a process can't be read, nothing is known.
  if (!running.PORTOLAN_PROCESS) return [];
  const token = process.env.INTERNAL_TOKEN ? { INTERNAL_TOKEN: process.env.INTERNAL_TOKEN } : {};
  return differences({ ...environmentOf(service), PORT: String(kept.port), ...token }, running);
}

/**
 * Starts a service unless it runs, and waits until it is ready.
 * @returns whether this call started it, its port, pid and the time to ready; of one that was kept, whether its build
 *   is older and which settings it would get now with another value
 */
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
  const ready = await waitFor(async () => (await statusOf(healthOf(service, port))) === 200, {
    timeoutMs: READY_TIMEOUT_MS,
    everyMs: READY_POLL_MS,
    gone: () => !findRunning(app),
  });
  const readyMs = Date.now() - begun;
  if (!ready) throw await notReady(service, spawned, readyMs);
  const { pid } = findRunning(app);
  return {
    ...service,
    port,
    pid,
    kept: Boolean(kept),
    isOlder: isOlder(service, kept),
    changed: changedSettings(service, kept),
    readyMs,
  };
}

/** Why a service did not get ready, with the end of its log. */
async function notReady({ app, title }, spawned, afterMs) {
  // The process may be gone a moment before its exit code is known.
  await waitFor(() => findRunning(app) || spawned?.exit.code !== undefined, { timeoutMs: 500 });
  const exit = spawned?.exit.code;
  const runs = exit === undefined && findRunning(app);
  const what = runs ? `is not ready after ${seconds(afterMs)}` : `ended with ${exit ?? 'an unknown code'}`;
  return new Failure(`${title} ${what}; the end of ${logPath(app)}:\n${logTail(app, spawned?.logStart)}`);
}

/**
 * Starts all services together, after the issuer: they ask it for its keys at once. When one fails the others have been told by the
 * time this throws.
 */
export async function startServices(onStarted) {
  const issuer = isIssuerUsed() ? [await startOne(ISSUER, onStarted)] : [];
  const results = await Promise.allSettled(
    [...SERVICES, STORE].map((service) => startOne(service, onStarted)),
  );
  const failed = results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  if (failed.length === 1) throw failed[0];
  if (failed.length > 1) throw new Failure(failed.map((error) => error.message).join('\n'));
  return [...results.map(({ value }) => value), ...issuer];
}

/** The names (of records) of services that run. */
export const runningServices = () => ALL.map(({ app }) => app).filter((app) => findRunning(app));

/** Ends the given services with SIGTERM, together; SIGKILL for those that do not end in time. */
export async function endServices(names) {
  const outcomes = await Promise.all(names.map(async (name) => [name, await terminate(name, STOP_GRACE_MS)]));
  return outcomes
    .filter(([, how]) => how !== 'stopped' && how !== 'not running')
    .map(([name, how]) => `${name} was ${how}`);
}

/** Where a service's log is, as a path from the root. */
export const logPath = (app) => join('.portolan', 'logs', `${app}.log`);
