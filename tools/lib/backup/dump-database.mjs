/**
 * One database as files: a table each, compressed, one SQL statement a line (`zcat *.sql.gz | mysql <database>` loads them,
 * too). All tables are read in one transaction, so they are of one moment while the services go on.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Failure } from '../console.mjs';
import { load } from '../packages.mjs';

/** Length of one INSERT, in characters, at about which it ends; a single row may be longer. */
const STATEMENT_LENGTH = 256 * 1024;

export const quoted = (name) => `\`${name.replaceAll('`', '``')}\``;

/** Names of a database's tables. */
export async function tablesOf(connection) {
  const [rows] = await connection.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

/** Names of the migrations that a database has seen, in their order. */
export async function migrationsOf(connection) {
  const [rows] = await connection.query('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/** Columns that are written; text is all that our tables hold, so anything else is refused rather than spoilt. */
async function columnsOf(connection, table) {
  const [rows] = await connection.query(
    `SELECT column_name AS name, data_type AS type, extra FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
    [table],
  );
  const binary = rows.find(({ type }) => /blob|binary|bit|geometry/i.test(type));
  if (binary) throw new Failure(`${table}.${binary.name} holds bytes, which a backup can't carry`);
  return rows.filter(({ extra }) => !/generated/i.test(extra)).map(({ name }) => name);
}

/** The statements that make and fill a table, each a line. */
async function* statementsOf(connection, table, columns, count) {
  const { escape } = load('mysql2');
  const [[definition]] = await connection.query(`SHOW CREATE TABLE ${quoted(table)}`);
  yield 'SET FOREIGN_KEY_CHECKS = 0, UNIQUE_CHECKS = 0;\n';
  yield `${definition['Create Table'].replaceAll('\n', ' ')};\n`;
  const list = columns.map(quoted).join(', ');
  const rows = connection.connection
    .query({
      sql: `SELECT ${list} FROM ${quoted(table)}`,
      rowsAsArray: true,
      // As the server writes it: no number loses a digit, no time its zone.
      typeCast: (field) => field.string(),
    })
    .stream({ highWaterMark: 200 });
  const head = `INSERT INTO ${quoted(table)} (${list}) VALUES `;
  let statement = '';
  for await (const row of rows) {
    count();
    statement += `${statement === '' ? head : ', '}(${row.map((value) => escape(value)).join(', ')})`;
    if (statement.length < STATEMENT_LENGTH) continue;
    yield `${statement};\n`;
    statement = '';
  }
  if (statement !== '') yield `${statement};\n`;
}

async function dumpTable(connection, table, folder, file) {
  let rows = 0;
  let bytes = 0;
  const hash = createHash('sha256');
  const watched = new PassThrough();
  watched.on('data', (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const columns = await columnsOf(connection, table);
  await pipeline(
    statementsOf(connection, table, columns, () => (rows += 1)),
    createGzip(),
    watched,
    createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600 }),
  );
  return { name: table, file, rows, bytes, sha256: hash.digest('hex') };
}

/**
 * Writes the database of `connection` into `folder`.
 * @returns its part of the manifest: server, migrations, and of each table file, rows, bytes and checksum
 */
export async function dumpDatabase(connection, folder, onTable = () => {}) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [[{ server }]] = await connection.query('SELECT VERSION() AS server');
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await connection.query("SET SESSION time_zone = '+00:00', NAMES utf8mb4");
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  const migrations = await migrationsOf(connection);
  const tables = [];
  for (const table of await tablesOf(connection)) {
    onTable(table);
    tables.push(await dumpTable(connection, table, folder, `${table}.sql.gz`));
  }
  await connection.query('COMMIT');
  return { server, migrations, tables };
}
