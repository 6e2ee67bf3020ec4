/** Databases of the services: created when missing, migrated by the program of each service. */
import { readFileSync } from 'node:fs';
import { programOf } from './build.mjs';
import { runOrFail } from './commands.mjs';
import { Failure } from './console.mjs';
import { DATABASE_TLS_RULE, asksForTls } from './database-tls.mjs';
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
