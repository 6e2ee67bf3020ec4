/** Loads what dump-database.mjs wrote. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Failure } from '../console.mjs';
import { quoted, tablesOf } from './dump-database.mjs';

async function removeAll(connection, tables) {
  await connection.query('SET FOREIGN_KEY_CHECKS = 0');
  for (const table of tables) await connection.query(`DROP TABLE ${quoted(table)}`);
}

async function loadTable(connection, path) {
  // The statements are UTF-8 lines: line breaks inside texts are escaped.
  const lines = createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: 0,
  });
  for await (const line of lines) if (line !== '') await connection.query(line);
}

/**
 * Fills the database of `connection` with the tables of a backup and compares the rows.
 * @param replace removes what is in it first; without it the database must be empty
 */
export async function loadDatabase(connection, folder, { tables }, { replace, onTable = () => {} }) {
  const there = await tablesOf(connection);
  if (there.length > 0 && !replace) {
    throw new Failure(`the database is not empty (${there.length} tables); --replace removes what is in it`);
  }
  await removeAll(connection, there);
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
