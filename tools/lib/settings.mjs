/** Folders, ports and services, read once per command. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** False in the package `@portolan/system`, which is installed built and without sources. */
export const IS_CHECKOUT = existsSync(join(ROOT, 'tsconfig.base.json'));

/** Returns the folder of the data of an installed system: `PORTOLAN_DEV_HOME`, else one of the user. */
export const installedHome = ({ PORTOLAN_DEV_HOME, XDG_DATA_HOME }) =>
  resolve(PORTOLAN_DEV_HOME || join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'portolan', 'dev'));

/** The folder of all data, logs and process records of a run. In a checkout git ignores it. */
export const HOME = IS_CHECKOUT ? join(ROOT, '.portolan') : installedHome(process.env);

/** The commands of the system as a user types them. */
export const COMMANDS = Object.freeze(
  IS_CHECKOUT
    ? { start: 'npm start', stop: 'npm stop', reset: 'npm run reset', status: 'npm run status' }
    : Object.fromEntries(['start', 'stop', 'reset', 'status'].map((name) => [name, `portolan dev ${name}`])),
);

export const paths = Object.freeze({
  mysql: join(HOME, 'mysql'),
  redis: join(HOME, 'redis'),
  containers: join(HOME, 'server-containers'),
  logs: join(HOME, 'logs'),
  run: join(HOME, 'run'),
  locks: join(HOME, 'locks'),
  stamps: join(HOME, 'stamps'),
  nodes: join(HOME, 'nodes'),
  attachments: join(HOME, 'attachments'),
  archives: join(HOME, 'archives'),
  artifacts: join(HOME, 'artifacts'),
  state: join(HOME, 'state.json'),
  issuerKeys: join(HOME, 'dev-issuer.json'),
});

/** A short, unique name of this checkout or installation: socket paths are limited to 107 bytes. */
export const CHECKOUT = createHash('sha256')
  .update(IS_CHECKOUT ? ROOT : HOME)
  .digest('hex')
  .slice(0, 8);

function portFrom(environment, name, fallback) {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new RangeError(`${name} must be a port (1 to 65535), not "${text}"`);
  return port;
}

/** The ports. `PORTOLAN_PORT_OFFSET` moves all of them; `PORTOLAN_MYSQL_PORT` and `PORTOLAN_REDIS_PORT` set one. */
export function portsFrom(environment) {
  const text = environment.PORTOLAN_PORT_OFFSET || '0';
  const offset = Number(text);
  if (!Number.isInteger(offset) || offset < 0 || offset > 40000)
    throw new RangeError(`PORTOLAN_PORT_OFFSET must be a whole number from 0 to 40000, not "${text}"`);
  return Object.freeze({
    streams: 7101 + offset,
    history: 7102 + offset,
    jobs: 7103 + offset,
    artifacts: 7104 + offset,
    console: 7105 + offset,
    issuer: 7106 + offset,
    mysql: portFrom(environment, 'PORTOLAN_MYSQL_PORT', 13306 + offset),
    redis: portFrom(environment, 'PORTOLAN_REDIS_PORT', 16379 + offset),
  });
}

/** The address that all processes listen on. */
export const LOOPBACK = '127.0.0.1';

/** The three services: `key` names settings (`DATABASE_URL_<KEY>`), `app` the folder under apps/, `nodeFlags` Node's arguments. */
export const SERVICES = Object.freeze([
  {
    key: 'history',
    app: 'history-query',
    title: 'history query',
    database: 'portolan_history',
    api: '/api/v2',
    // Keeps the young generation small when idle: saves 28 MB (docs/performance.md).
    nodeFlags: ['--max-semi-space-size=8'],
  },
  {
    key: 'jobs',
    app: 'job-orchestration',
    title: 'job orchestration',
    database: 'portolan_jobs',
    api: '/api/v3',
    // A job produces much garbage, which is collected less often and on the main thread (docs/performance.md).
    nodeFlags: ['--min-semi-space-size=16', '--max-semi-space-size=32', '--single-threaded-gc'],
  },
  {
    key: 'streams',
    app: 'streaming-control',
    title: 'streaming control',
    database: 'portolan_streams',
    api: '/api/v1',
    // Collects garbage early, for thousands of idle clients (docs/decisions/streams-and-lists.md).
    nodeFlags: [
      '--max-semi-space-size=4',
      '--heap-growing-percent=20',
      '--single-threaded-gc',
      '--v8-pool-size=1',
    ],
  },
]);

export const urlOf = (port) => `http://${LOOPBACK}:${port}`;

/** The addresses of the services as settings: `HISTORY_URL` and so on. */
export const serviceUrls = (urlOfKey) =>
  Object.fromEntries(SERVICES.map(({ key }) => [`${key.toUpperCase()}_URL`, urlOfKey(key)]));
