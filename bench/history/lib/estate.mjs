/**
 * 100,000 instances with ten revisions each (with BENCH_SCALE=full, a hundred), and a service that serves them. BENCH_ESTATE
 * names a database that is filled once and kept for further runs.
 */
import { once } from 'node:events';
import process from 'node:process';
import { programOf } from '../../../tools/lib/build.mjs';
import { Failure } from '../../../tools/lib/console.mjs';
import { ensureDatabase, migrate, withConnection } from '../../../tools/lib/databases.mjs';
import { SERVICES } from '../../../tools/lib/settings.mjs';
import { sharedSetup } from '../../lib/shared.mjs';
import { COLLECTION, INSTANCES, instance, instanceId } from './documents.mjs';

/** Revisions of each instance. */
export const REVISIONS = process.env.BENCH_SCALE === 'full' ? 100 : 10;

/** Number of instances written with one statement. */
const ROWS = 1000;
const OPEN_END = Number.MAX_SAFE_INTEGER;

/** Each revision begins at a different moment of a different day. */
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;

/** The beginning of a revision of an instance, as SQL. */
const startOf = (revision) =>
  `(${FIRST_DAY} + ${revision} * ${DAY_MS} + (instance * 7919 + ${revision} * 104729) % ${DAY_MS})`;

/** A moment in the middle of a day at which all instances exist, from day 1 on. */
export const momentOfDay = (day) => FIRST_DAY + day * DAY_MS + DAY_MS / 2;

/** Id of the instance whose revisions the cases request. */
export const SAMPLE = instanceId(31_337);

/**
 * The filled and packed database and the service on it, made once for a run of the bench: resolves with the address of the service,
 * `url`, and of its `database`.
 */
export const estate = sharedSetup(async (bench) => {
  const database = process.env.BENCH_ESTATE ?? (await bench.database('estate'));
  await ensureDatabase(database);
  await migrateHistory(bench, database);
  await withConnection(database, async (connection) => {
    await fill(connection, COLLECTION, REVISIONS);
    await keepPlain(connection);
  });
  await pack(bench, database);
  return { url: await anotherService(bench, database), database };
});

/** Keeps the rows of a hundred documents, {@link SAMPLE} among them, in the table `plain`: a bare server has no blocks. */
async function keepPlain(connection) {
  const [known] = await connection.query("SHOW TABLES LIKE 'plain'");
  if (known.length > 0) return;
  await connection.query('CREATE TABLE plain LIKE revisions');
  await connection.query('INSERT INTO plain SELECT * FROM revisions WHERE id BETWEEN ? AND ?', [
    instanceId(31_300),
    instanceId(31_400),
  ]);
}

/** Packs the past, as a service does an hour later. */
async function pack(bench, database) {
  const program = programOf('history-query', 'records-main');
  const [code] = await once(bench.start('pack', [program, 'pack'], settingsOf(bench, database)), 'exit');
  if (code !== 0) throw new Failure('the past was not packed; see .portolan/logs/bench-pack.log');
}

/** Returns the bytes on disk of the tables of revisions, per revision. */
export async function bytesPerRevision(connection) {
  const tables = ['revisions', 'past_blocks', 'past_chains', 'past_changes'];
  await connection.query(`ANALYZE TABLE ${tables.join(', ')}`);
  const [[{ bytes }]] = await connection.query(
    `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name IN (?)`,
    [tables],
  );
  return Number(bytes) / (INSTANCES * REVISIONS);
}

/** Creates the tables of the service. */
export async function migrateHistory(bench, database) {
  await migrate(
    SERVICES.find(({ key }) => key === 'history'),
    settingsOf(bench, database),
  );
}

const settingsOf = (bench, database) => ({
  DATABASE_URL: database,
  REDIS_URL: bench.redisUrl,
  QUEUE_PREFIX: bench.queuePrefix,
  INTERNAL_TOKEN: `internal-token-of-${bench.id}`,
});

/** A further service on the same database. */
export async function anotherService(bench, database, env = {}) {
  return bench.service('history', { DATABASE_URL: database, ...env });
}

/**
 * Fills a collection of a database that is empty, or was filled by this before: the newest documents from here, their past from them within the database, in
 * the order of the primary key and before there are other indexes, which is many times faster.
 */
export async function fill(connection, collection, revisions) {
  await connection.query('INSERT IGNORE INTO collections (name) VALUES (?)', [collection]);
  const [[{ number, documents }]] = await connection.query(
    'SELECT number, documents FROM collections WHERE name = ?',
    [collection],
  );
  if (documents > 0) return;
  const indexes = await dropIndexes(connection);
  await connection.query('CREATE TEMPORARY TABLE numbers (revision INT PRIMARY KEY)');
  await connection.query('INSERT INTO numbers VALUES ?', [
    Array.from({ length: revisions }, (_, one) => [one]),
  ]);
  await connection.query(
    'CREATE TEMPORARY TABLE newest (instance INT PRIMARY KEY, id VARCHAR(512) COLLATE utf8mb4_bin, data LONGTEXT COLLATE utf8mb4_bin)',
  );
  for (let first = 0; first < INSTANCES; first += ROWS) {
    await addRevisions(connection, number, first, revisions - 1);
  }
  await connection.query(`ALTER TABLE revisions ${indexes.map((index) => `ADD ${index}`).join(', ')}`);
  await connection.query('ANALYZE TABLE revisions');
  await connection.query(
    `UPDATE collections SET change_seq = ?, moment = ?, documents = ?, attempted_at = ?, crawled_at = ?
      WHERE number = ?`,
    [INSTANCES * revisions, momentOfDay(revisions), INSTANCES, Date.now(), Date.now(), number],
  );
}

/** Removes the secondary indexes of the revisions. Returns their definitions. */
async function dropIndexes(connection) {
  const [[table]] = await connection.query('SHOW CREATE TABLE revisions');
  const indexes = [...table['Create Table'].matchAll(/^ *(KEY `(\w+)` .*?),?$/gm)];
  await connection.query(
    `ALTER TABLE revisions ${indexes.map(([, , name]) => `DROP INDEX ${name}`).join(', ')}`,
  );
  return indexes.map(([, definition]) => definition);
}

/** All revisions of some instances; `fork` as revisions/interval-tree.ts has it. */
async function addRevisions(connection, collection, first, newest) {
  const rows = Array.from({ length: ROWS }, (_, offset) => first + offset);
  await connection.query('DELETE FROM newest');
  await connection.query('INSERT INTO newest VALUES ?', [
    rows.map((index) => [index, instanceId(index), JSON.stringify(instance(index, newest))]),
  ]);
  await connection.query(
    `INSERT INTO revisions (collection, id, stime, ltime, fork, ctime, ftime, mtime, change_seq, tags, data)
     SELECT ?, id, s, IF(revision = ?, ${OPEN_END}, e), IF(revision = ?, 0, (e >> l) << l), s, s, s,
            revision * ${INSTANCES} + instance + 1, '{}', REPLACE(data, ?, CONCAT('"revision":', revision, ','))
       FROM (SELECT t.*, LENGTH(BIN((s - 1) ^ e)) - 1 AS l
               FROM (SELECT instance, id, data, revision, ${startOf('revision')} AS s, ${startOf('(revision + 1)')} AS e
                       FROM newest CROSS JOIN numbers) t) u
      ORDER BY id, revision`,
    [collection, newest, newest, `"revision":${newest},`],
  );
}
