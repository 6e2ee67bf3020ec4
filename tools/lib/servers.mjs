/** MySQL and Redis for this checkout: given by environment variables, or private ones that are installed when missing. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import * as apt from './apt.mjs';
import { Failure, step } from './console.mjs';
import { DATABASE_TLS_RULE, asksForTls } from './database-tls.mjs';
import { withLock } from './lock.mjs';
import * as mysql from './mysql.mjs';
import { identityOf, isAlive } from './process-identity.mjs';
import { runningNames } from './processes.mjs';
import * as redis from './redis.mjs';
import { SERVICES, paths, portsFrom } from './settings.mjs';

/** The database address that the environment gives to a service, or `undefined`. */
function givenDatabase(key) {
  const name = `DATABASE_URL_${key.toUpperCase()}`;
  const text = givenAddress(
    name,
    /^(mysql|mariadb):\/\/[^/]+\/[^/?]+/,
    'mysql://user:password@host:port/name',
  );
  if (text && asksForTls(new URL(text)) === undefined) throw new Failure(`${name} ${DATABASE_TLS_RULE}`);
  return text;
}

const givenRedis = () => givenAddress('REDIS_URL', /^rediss?:\/\/[^/]+/, 'redis://host:port');

/** An address from the environment; what can't be one fails by the variable's name, without showing its password. */
function givenAddress(name, shape, example) {
  const text = process.env[name];
  if (!text) return undefined;
  if (!shape.test(text) || !URL.canParse(text)) throw new Failure(`${name} must look like ${example}`);
  return text;
}

/** Which servers have to be private, for the environment does not name them. */
export function privateServers() {
  const given = SERVICES.map(({ key }) => givenDatabase(key));
  return { mysql: given.includes(undefined), redis: !givenRedis() };
}

/** Addresses as the services get them. Private servers that run already keep the port they were started on. */
export function addresses() {
  const ports = portsFrom(process.env);
  const admin = mysql.adminUrl(mysql.running()?.port ?? ports.mysql);
  const databases = Object.fromEntries(
    SERVICES.map(({ key, database }) => [key, givenDatabase(key) ?? `${admin}${database}`]),
  );
  return {
    databases,
    admin,
    redis: givenRedis() ?? redis.redisUrl(redis.running()?.port ?? ports.redis),
  };
}

/** What to install by hand when nothing can be done here. */
function missing(what) {
  return new Failure(
    [
      `${what} not found on this machine (${apt.distribution()}), and it can't be installed from here.`,
      '  Install MariaDB 10.11+ or MySQL 8.4+ and Redis 7+ (programs only, they need not run):',
      '    sudo apt-get install mariadb-server redis-server   (Debian, Ubuntu; or run this command as root)',
      '  or name running ones: DATABASE_URL_HISTORY, DATABASE_URL_JOBS, DATABASE_URL_STREAMS (mysql://user:password@host:port/name) and REDIS_URL.',
    ].join('\n'),
  );
}

/** Installs the server programs that are missing. */
async function installMissing(needs) {
  const wants = [];
  if (needs.mysql && !mysql.findServer())
    wants.push({
      title: 'MariaDB',
      groups: [['mariadb-server-core', 'mariadb-client-core'], ['mariadb-server']],
    });
  if (needs.redis && !redis.findServer()) wants.push({ title: 'Redis', groups: [['redis-server']] });
  if (wants.length === 0) return;
  const titles = wants.map(({ title }) => title).join(' and ');
  if (!apt.canInstall()) throw missing(titles);
  await step(`Installing ${titles} with apt-get`, async (progress) => {
    for (const { groups } of wants)
      await apt.install(groups, { services: ['mariadb', 'redis-server'], onProgress: progress });
  });
  if ((needs.mysql && !mysql.findServer()) || (needs.redis && !redis.findServer())) throw missing(titles);
}

const KEEPERS = join(paths.run, 'keepers');

/** Notes that `name` needs the private servers; `pid` ends the note together with that process. */
function addKeeper(name, pid) {
  mkdirSync(KEEPERS, { recursive: true });
  writeFileSync(join(KEEPERS, name), JSON.stringify(pid ? { pid, identity: identityOf(pid) } : {}));
}

/** Who needs the private servers at this moment; notes of dead processes are removed. */
export function keepers() {
  let names;
  try {
    names = readdirSync(KEEPERS);
  } catch {
    return [];
  }
  return names.filter((name) => {
    const note = JSON.parse(readFileSync(join(KEEPERS, name), 'utf8'));
    // A note without a process holds as long as anything of the system runs: a reboot ends it.
    if (note.pid ? isAlive(note) : runningNames().length > 0) return true;
    rmSync(join(KEEPERS, name), { force: true });
    return false;
  });
}

/**
 * Brings up what is private and down, for the keeper `name` (ends with the process `pid` when given).
 * Fails with nothing left running that this call started.
 */
export function up(name, pid) {
  return withLock('servers', async () => {
    const needs = privateServers();
    await installMissing(needs);
    const ports = portsFrom(process.env);
    const started = [];
    try {
      for (const [title, server, port, needed] of [
        ['MySQL', mysql, ports.mysql, needs.mysql],
        ['Redis', redis, ports.redis, needs.redis],
      ]) {
        if (!needed) continue;
        await step(`${title} (private)`, async () => {
          const result = await server.start(port);
          if (result.started) started.push(server);
          return `${result.started ? 'started' : 'already running'} on 127.0.0.1:${result.port}`;
        });
      }
    } catch (error) {
      for (const server of started) await server.stop();
      throw error;
    }
    addKeeper(name, pid);
    return { started: started.length > 0 };
  });
}

/**
 * Takes back the need of the given keepers and stops the private servers when nobody else needs them.
 * @returns what was stopped, and who still needs the servers
 */
export function release(...names) {
  return withLock('servers', async () => {
    for (const name of names) rmSync(join(KEEPERS, name), { force: true });
    const left = keepers();
    if (left.length > 0) return { stopped: [], left };
    const stopped = [];
    for (const [title, server] of [
      ['Redis', redis],
      ['MySQL', mysql],
    ]) {
      if (!server.running()) continue;
      await step(`Stopping ${title}`, async () => {
        const how = await server.stop();
        return how === 'stopped' ? undefined : how;
      });
      stopped.push(title);
    }
    return { stopped, left };
  });
}
