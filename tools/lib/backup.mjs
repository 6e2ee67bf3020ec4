/** Backups: a database as files of a table each, one SQL statement a line (`zcat *.sql.gz | mysql <database>`), and a manifest. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createGunzip } from 'node:zlib';
import { Failure } from './console.mjs';
import { makeFolder } from './files.mjs';
import { ROOT, SERVICES } from './settings.mjs';
import { quoted } from './databases.mjs';
import { artifactVersion } from './pack.mjs';
import { load } from './packages.mjs';

const NAME = 'manifest.json';
/** Version of the file layout; later versions cannot be read. */
const FORMAT = 1;

/** Creates the folder of a new backup, which must not exist or be empty. */
export function checkTarget(folder) {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Failure(`${folder} is not empty; every backup has a folder of its own`);
}

/** Written last: a folder without a manifest is an incomplete backup. */
export function writeManifest(folder, databases, now = new Date()) {
  const manifest = { format: FORMAT, createdAt: now.toISOString(), version: artifactVersion(), databases };
  const unfinished = join(folder, `${NAME}.part`);
  fs.writeFileSync(unfinished, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  fs.renameSync(unfinished, join(folder, NAME));
  return manifest;
}

/** @throws Failure for a folder without a complete backup, or with one that this release cannot read */
export function readManifest(folder) {
  const file = join(folder, NAME);
  if (!fs.existsSync(file)) throw new Failure(`${folder} contains no complete backup: it lacks ${NAME}`);
  let manifest;
  try {
    manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new Failure(`${file} can't be read`);
  }
  if (manifest.format !== FORMAT)
    throw new Failure(`${file} has the format ${manifest.format}; this release reads ${FORMAT}`);
  const missing = SERVICES.filter(({ key }) => !manifest.databases?.[key]).map(({ key }) => key);
  if (missing.length > 0) throw new Failure(`${file} lacks ${missing.join(', ')}`);
  for (const { tables } of Object.values(manifest.databases))
    for (const { file: name } of tables)
      if (name !== basename(name)) throw new Failure(`${file} names a file outside of its folder: ${name}`);
  return manifest;
}

/** Compares every file with its checksum. @throws Failure that names the first different file */
export async function verifyFiles(folder, manifest) {
  for (const { key } of SERVICES)
    for (const { file, sha256 } of manifest.databases[key].tables) {
      const path = join(folder, key, file);
      const hash = createHash('sha256');
      await pipeline(fs.createReadStream(path), hash).catch((error) => {
        throw new Failure(`${path} can't be read: ${error.message}`);
      });
      if (hash.digest('hex') !== sha256) throw new Failure(`${path} differs from its checksum`);
    }
}

/** Approximate maximum length of one INSERT, characters; a single row may be longer. */
const STATEMENT_LENGTH = 256 * 1024;

async function tablesOf(connection) {
  const [rows] = await connection.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the names of the written columns, and those of columns with bytes. Other types are refused rather than corrupted. */
async function columnsOf(connection, table) {
  const [rows] = await connection.query(
    `SELECT column_name AS name, data_type AS type, extra FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
    [table],
  );
  const refused = rows.find(({ type }) => /bit|geometry/i.test(type));
  if (refused)
    throw new Failure(
      `${table}.${refused.name} is of the type ${refused.type}, which a backup cannot contain`,
    );
  const written = rows.filter(({ extra }) => !/generated/i.test(extra));
  const bytes = new Set(written.filter(({ type }) => /blob|binary/i.test(type)).map(({ name }) => name));
  return { names: written.map(({ name }) => name), bytes };
}

async function* statementsOf(connection, table, { names, bytes }, count) {
  const { escape } = load('mysql2');
  const [[definition]] = await connection.query(`SHOW CREATE TABLE ${quoted(table)}`);
  yield 'SET FOREIGN_KEY_CHECKS = 0, UNIQUE_CHECKS = 0;\n';
  yield `${definition['Create Table'].replaceAll('\n', ' ')};\n`;
  const list = names.map(quoted).join(', ');
  const rows = connection.connection
    .query({
      sql: `SELECT ${list} FROM ${quoted(table)}`,
      rowsAsArray: true,
      // Values in the server's own text form, so that no number loses digits and no time its zone. Bytes become hexadecimal literals.
      typeCast: (field) => (bytes.has(field.name) ? field.buffer() : field.string()),
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
    fs.createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600 }),
  );
  return { name: table, file, rows, bytes, sha256: hash.digest('hex') };
}

/**
 * Writes a database into `folder`. All tables are read in one transaction, so they show one moment while services continue.
 * @returns its part of the manifest: server, migrations, and the tables' files
 */
export async function dumpDatabase(connection, folder, onTable = () => {}) {
  makeFolder(folder, 0o700);
  const [[{ server }]] = await connection.query('SELECT VERSION() AS server');
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await connection.query("SET SESSION time_zone = '+00:00', NAMES utf8mb4");
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  const [applied] = await connection.query('SELECT name FROM migrations ORDER BY id');
  const tables = [];
  for (const table of await tablesOf(connection)) {
    onTable(table);
    tables.push(await dumpTable(connection, table, folder, `${table}.sql.gz`));
  }
  await connection.query('COMMIT');
  return { server, migrations: applied.map(({ name }) => name), tables };
}

async function loadTable(connection, path) {
  // The statements are UTF-8 lines: line breaks inside texts are escaped.
  const lines = createInterface({ input: fs.createReadStream(path).pipe(createGunzip()), crlfDelay: 0 });
  for await (const line of lines) if (line !== '') await connection.query(line);
}

/**
 * Fills a database from a backup and compares the rows. @param replace removes the present content; otherwise the database must
 * be empty
 */
export async function loadDatabase(connection, folder, { tables }, { replace, onTable = () => {} }) {
  const there = await tablesOf(connection);
  if (there.length > 0 && !replace)
    throw new Failure(`the database is not empty (${there.length} tables); --replace removes what is in it`);
  await connection.query('SET FOREIGN_KEY_CHECKS = 0');
  for (const table of there) await connection.query(`DROP TABLE ${quoted(table)}`);
  await connection.query("SET SESSION time_zone = '+00:00', NAMES utf8mb4, FOREIGN_KEY_CHECKS = 0");
  for (const { name, file, rows } of tables) {
    onTable(name);
    await loadTable(connection, join(folder, file));
    const [[{ loaded }]] = await connection.query(`SELECT COUNT(*) AS loaded FROM ${quoted(name)}`);
    if (Number(loaded) !== rows)
      throw new Failure(`${name} has ${loaded} rows, but had ${rows} in the backup`);
  }
  await connection.query('SET FOREIGN_KEY_CHECKS = 1');
}

function knownMigrations({ app }) {
  const lists = Object.values(load(join(ROOT, 'apps', app, 'dist', 'migrations', 'index.js')));
  return new Set(
    lists
      .flat()
      .filter((one) => typeof one === 'function')
      .map((migration) => new migration().name ?? migration.name),
  );
}

/** @throws Failure for a backup of a newer release, whose tables this release does not know */
export function checkMigrations(service, migrations, known = knownMigrations(service)) {
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Failure(
      `the backup of ${service.title} is of a newer release (${unknown.join(', ')}): restore it with that one`,
    );
}
