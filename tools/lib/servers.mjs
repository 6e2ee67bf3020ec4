/** MySQL and Redis of this checkout: named by environment variables, or private ones, installed when missing. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as apt from './debian.mjs';
import { ensureBuild } from './build.mjs';
import * as compose from './compose.mjs';
import { Failure, step } from './console.mjs';
import { DATABASE_TLS_RULE, asksForTls } from './databases.mjs';
import { withLock } from './lock.mjs';
import * as mysql from './mysql.mjs';
import { ensurePackages } from './packages.mjs';
import { identityOf, isAlive } from './process-identity.mjs';
import { runningNames } from './processes.mjs';
import { choosePorts, currentSet, serverPassword } from './state.mjs';
import { withUndo } from './commands.mjs';
import * as redis from './redis.mjs';
import { SERVICES, paths } from './settings.mjs';

const programs = { mysql, redis };
const TITLES = { mysql: 'MySQL', redis: 'Redis' };
const KEYS = Object.keys(TITLES);

/** Returns the running server, a process or a container, or `null`. */
const runningServer = (key) => compose.containers[key].running() ?? programs[key].running();

function givenDatabase(key) {
  const name = `DATABASE_URL_${key.toUpperCase()}`;
  const shape = /^(mysql|mariadb):\/\/[^/]+\/[^/?]+/;
  const text = givenAddress(name, shape, 'mysql://user:password@host:port/name');
  if (text && asksForTls(new URL(text)) === undefined) throw new Failure(`${name} ${DATABASE_TLS_RULE}`);
  return text;
}

const givenRedis = () => givenAddress('REDIS_URL', /^rediss?:\/\/[^/]+/, 'redis://host:port');

/** Returns an address from the environment; fails for a malformed one with the variable's name, without its password. */
function givenAddress(name, shape, example) {
  const text = process.env[name];
  if (!text) return undefined;
  if (!shape.test(text) || !URL.canParse(text)) throw new Failure(`${name} must look like ${example}`);
  return text;
}

/** Returns the servers that have to be private, because the environment does not name them. */
export const privateServers = () => ({
  mysql: SERVICES.map(({ key }) => givenDatabase(key)).includes(undefined),
  redis: !givenRedis(),
});

/** Returns the address of a private server. A running one keeps its port; one of an earlier release, or a container, has no password. */
function privateAddress(key, addressOf) {
  const { port, hasPassword } = runningServer(key) ?? { port: currentSet()[key], hasPassword: true };
  return addressOf(port, hasPassword ? serverPassword() : '');
}

/** Returns the addresses for the services. */
export function addresses() {
  const admin = privateAddress('mysql', mysql.adminUrl);
  const databases = Object.fromEntries(
    SERVICES.map(({ key, database }) => [key, givenDatabase(key) ?? `${admin}${database}`]),
  );
  const redisUrl = givenRedis() ?? privateAddress('redis', redis.redisUrl);
  return { databases, admin, redis: redisUrl };
}

const missing = (what) =>
  new Failure(
    [
      `${what} not found on this machine (${apt.distribution()}), and it cannot be installed from here.`,
      '  Install MariaDB 10.11+ or MySQL 8.4+ and Redis 7+ (programs only, they need not run), or a Docker engine with Compose:',
      '    sudo apt-get install mariadb-server redis-server   (Debian, Ubuntu; or run this command as root)',
      '  or name running ones: DATABASE_URL_HISTORY, DATABASE_URL_JOBS, DATABASE_URL_STREAMS (mysql://user:password@host:port/name) and REDIS_URL.',
    ].join('\n'),
  );

const PACKAGES = {
  mysql: { title: 'MariaDB', groups: [['mariadb-server-core', 'mariadb-client-core'], ['mariadb-server']] },
  redis: { title: 'Redis', groups: [['redis-server']] },
};

/** Returns the sources of the needed servers by key: the machine's programs, else those of apt-get, else containers. */
async function sources(needed) {
  const lacking = needed.filter((key) => !programs[key].findServer());
  if (lacking.length === 0) return programs;
  const titles = lacking.map((key) => PACKAGES[key].title).join(' and ');
  if (apt.canInstall()) {
    await step(`Installing ${titles} with apt-get`, async (progress) => {
      const options = { services: ['mariadb', 'redis-server'], onProgress: progress };
      for (const key of lacking) await apt.install(PACKAGES[key].groups, options);
    });
    if (needed.every((key) => programs[key].findServer())) return programs;
    throw missing(titles);
  }
  if (!(await compose.isAvailable())) throw missing(titles);
  const inContainers = Object.fromEntries(lacking.map((key) => [key, compose.containers[key]]));
  return { ...programs, ...inContainers };
}

const KEEPERS = join(paths.run, 'keepers');

/** Returns the names of the users of the private servers; removes notes of dead processes. */
export function keepers() {
  let names;
  try {
    names = readdirSync(KEEPERS);
  } catch {
    return [];
  }
  return names.filter((name) => {
    const note = JSON.parse(readFileSync(join(KEEPERS, name), 'utf8'));
    // A note without a process is valid as long as any process of the system runs: a reboot ends it.
    if (note.pid ? isAlive(note) : runningNames().length > 0) return true;
    rmSync(join(KEEPERS, name), { force: true });
    return false;
  });
}

/** Two checkouts choose their ports one after the other, so that the servers of the first one listen by then. */
const PORTS_LOCK = { folder: join(tmpdir(), `portolan-locks-${userInfo().uid}`) };

/** Chooses the ports and starts all private servers that are down, or none if one fails. The keeper `name` holds them, with `pid` as long as that process runs. */
export const up = (name, pid) =>
  withLock('servers', () => withLock('ports', () => startServers(name, pid), PORTS_LOCK));

async function startServers(name, pid) {
  await choosePorts(runningNames().length > 0 || KEYS.some(runningServer));
  const needs = privateServers();
  const needed = KEYS.filter((key) => needs[key]);
  const source = await sources(needed);
  const ports = currentSet();
  const started = [];
  try {
    for (const key of needed) {
      await step(`${TITLES[key]} (private)`, async () => {
        const result = await source[key].start(ports[key]);
        if (result.started) started.push(source[key]);
        return `${result.started ? 'started' : 'already running'} on 127.0.0.1:${result.port}`;
      });
    }
  } catch (error) {
    for (const server of started) await server.stop();
    throw error;
  }
  mkdirSync(KEEPERS, { recursive: true });
  writeFileSync(join(KEEPERS, name), JSON.stringify(pid ? { pid, identity: identityOf(pid) } : {}));
  return { started: started.length > 0 };
}

/**
 * Runs `work` with MySQL and Redis up, and packages and build done unless `build` is false. `name`: the command that needs them. A signal
 * releases the servers, too.
 */
export async function withServers(name, work, { build = true } = {}) {
  const keeper = `${name}-${process.pid}`;
  return withUndo(
    () => release(keeper),
    async () => {
      await up(keeper, process.pid);
      await ensurePackages();
      if (build) await ensureBuild();
      return await work();
    },
  );
}

/** Removes the notes of users. @returns the `stopped` servers, and the users that are `left` */
export const release = (...names) => withLock('servers', () => releaseServers(names), { undoes: true });

async function releaseServers(names) {
  for (const name of names) rmSync(join(KEEPERS, name), { force: true });
  const left = keepers();
  if (left.length > 0) return { stopped: [], left };
  const stopped = [];
  const servers = KEYS.toReversed().flatMap((key) =>
    [programs[key], compose.containers[key]].map((server) => ({ title: TITLES[key], server })),
  );
  for (const { title, server } of servers) {
    if (!server.running()) continue;
    await step(`Stopping ${title}`, async () => {
      const how = await server.stop();
      return how === 'stopped' ? undefined : how;
    });
    stopped.push(title);
  }
  return { stopped, left };
}
