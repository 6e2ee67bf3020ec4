/** Databases of the services: created when missing, migrated by each service's own program. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { programOf } from './build.mjs';
import { run } from './commands.mjs';
import { Failure } from './console.mjs';
import { DATABASE_TLS_RULE, asksForTls } from './database-tls.mjs';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

const TIMEOUT_MS = 10_000;

/** An address without its password, for messages. */
export function withoutPassword(url) {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href;
}

/** What the services read, too (docs/configuration.md). */
function certificates(environment) {
  const files = { ca: 'DATABASE_CA_FILE', cert: 'DATABASE_CERT_FILE', key: 'DATABASE_KEY_FILE' };
  return Object.fromEntries(
    Object.entries(files)
      .filter(([, variable]) => environment[variable])
      .map(([field, variable]) => [field, readFileSync(environment[variable], 'utf8')]),
  );
}

/** Runs `work` with a connection to the server of `url`; `database` false leaves out its database. */
export async function withConnection(url, work, { database = true } = {}) {
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
      database: database ? target.pathname.slice(1) || undefined : undefined,
      ssl: tls ? { rejectUnauthorized: true, ...certificates(process.env) } : undefined,
      connectTimeout: TIMEOUT_MS,
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

const quoted = (name) => `\`${name.replaceAll('`', '``')}\``;

/** Creates the database that `url` names unless it exists. An account that may not create it is fine when it is there. */
export async function ensureDatabase(url) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!name) throw new Failure(`${withoutPassword(url)} names no database`);
  try {
    await withConnection(url, (connection) => connection.query('SELECT 1'));
  } catch {
    try {
      await withConnection(
        url,
        (connection) =>
          connection.query(
            `CREATE DATABASE IF NOT EXISTS ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
          ),
        { database: false },
      );
    } catch (error) {
      throw new Failure(
        `the database of ${withoutPassword(url)} can't be opened or created: ${error.message}`,
      );
    }
  }
}

/** Drops every database whose name starts with `prefix`. */
export async function dropDatabases(adminUrl, prefix) {
  await withConnection(
    adminUrl,
    async (connection) => {
      const [rows] = await connection.query(
        'SELECT schema_name AS name FROM information_schema.schemata WHERE LEFT(schema_name, ?) = ?',
        [prefix.length, prefix],
      );
      for (const { name } of rows) await connection.query(`DROP DATABASE ${quoted(name)}`);
    },
    { database: false },
  );
}

/** Runs a service's migrations; a failure shows the last lines of their output. */
export async function migrate({ app, title }, env) {
  const { code, tail } = await run(process.execPath, [programOf(app, 'migrate')], { cwd: ROOT, env });
  if (code !== 0)
    throw new Failure(
      `the migration of ${title} failed:\n${tail
        .slice(-8)
        .map((line) => `    ${line.slice(0, 400)}`)
        .join('\n')}`,
    );
}
