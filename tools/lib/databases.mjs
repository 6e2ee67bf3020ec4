/** Databases of the services: created when missing, migrated by the program of each service. */
import { readFileSync } from 'node:fs';
import { programOf } from './build.mjs';
import { runOrFail } from './commands.mjs';
import { Failure } from './console.mjs';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

/** Returns an address without its password, for messages. */
export function withoutPassword(url) {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href;
}

/** Certificates by the settings of the services (docs/configuration.md). */
function certificates(environment) {
  const files = { ca: 'DATABASE_CA_FILE', cert: 'DATABASE_CERT_FILE', key: 'DATABASE_KEY_FILE' };
  return Object.fromEntries(
    Object.entries(files)
      .filter(([, variable]) => environment[variable])
      .map(([field, variable]) => [field, readFileSync(environment[variable], 'utf8')]),
  );
}

/** Runs `work` with a connection to the server of `url`, without a database. */
export function withServer(url, work) {
  const server = new URL(url);
  server.pathname = '/';
  return withConnection(server.href, work);
}

export async function withConnection(url, work) {
  const target = new URL(url);
  const tls = asksForTls(target);
  if (tls === undefined) throw new Failure(`${withoutPassword(url)}: the address ${DATABASE_TLS_RULE}`);
  let connection;
  try {
    connection = await load('mysql2/promise').createConnection({
      host: target.hostname,
      port: Number(target.port || 3306),
      user: decodeURIComponent(target.username),
      password: process.env.DATABASE_PASSWORD || decodeURIComponent(target.password),
      database: target.pathname.slice(1) || undefined,
      ssl: tls ? { rejectUnauthorized: true, ...certificates(process.env) } : undefined,
      connectTimeout: 10_000,
    });
  } catch (error) {
    throw new Failure(`no connection to ${withoutPassword(url)}: ${error.message || error.code}`);
  }
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

export const quoted = (name) => `\`${name.replaceAll('`', '``')}\``;

/** Creates the database that `url` names if it cannot be opened. An existing database needs no right to create one. */
export async function ensureDatabase(url) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!name) throw new Failure(`${withoutPassword(url)} names no database`);
  const create = `CREATE DATABASE IF NOT EXISTS ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;
  await withConnection(url, (connection) => connection.query('SELECT 1'))
    .catch(() => withServer(url, (connection) => connection.query(create)))
    .catch(({ message }) => {
      throw new Failure(`the database of ${withoutPassword(url)} cannot be opened or created: ${message}`);
    });
}

export async function dropDatabases(adminUrl, prefix) {
  await withServer(adminUrl, async (connection) => {
    const [rows] = await connection.query(
      'SELECT schema_name AS name FROM information_schema.schemata WHERE LEFT(schema_name, ?) = ?',
      [prefix.length, prefix],
    );
    for (const { name } of rows) await connection.query(`DROP DATABASE ${quoted(name)}`);
  });
}

/** Runs a service's migrations; a failure shows the last lines of their output. */
export const migrate = ({ app, title }, env) =>
  runOrFail(`migrating ${title}`, process.execPath, [programOf(app, 'migrate')], { cwd: ROOT, env });

/**
 * Reports whether an address requires TLS: the rule of libs/service/src/config/database-tls.ts, for tools that run before the
 * build.
 */
const TLS_VALUES = Object.freeze({
  ssl: { true: true, 1: true, false: false, 0: false },
  sslmode: { required: true, disabled: false },
});

/** Message for an invalid value, which must not result in a connection without TLS. */
export const DATABASE_TLS_RULE =
  'must have ssl=true, ssl=1 or sslmode=required for TLS; ssl=false, ssl=0 or sslmode=disabled without TLS';

/** Returns `undefined` for an unknown, repeated or contradicting value. */
export function asksForTls(url) {
  const answers = Object.entries(TLS_VALUES).flatMap(([name, values]) =>
    url.searchParams.getAll(name).map((value) => (Object.hasOwn(values, value) ? values[value] : undefined)),
  );
  const [first = false, ...others] = answers;
  return answers.includes(undefined) || others.some((answer) => answer !== first) ? undefined : first;
}

/** Runs `work` with a connection to Redis; fails with the reason and without the password. */
async function withRedis(url, work) {
  const Redis = load('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  let reason;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw new Failure(`no connection to Redis at ${withoutPassword(url)}: ${(reason ?? error).message}`);
  } finally {
    redis.disconnect();
  }
}

export const checkRedis = (url) => withRedis(url, (redis) => redis.ping());

/** Removes all keys; only for a Redis that this checkout alone uses. */
export const emptyRedis = (url) => withRedis(url, (redis) => redis.flushall());

export const removeKeys = (url, prefix) =>
  withRedis(url, async (redis) => {
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000);
      if (keys.length > 0) await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== '0');
  });
