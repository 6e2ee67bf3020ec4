/** A database with many stored jobs, made by bulk inserts: indexes are built once, after the rows. */
import { load } from '../../../tools/lib/packages.mjs';

/** When the first job was submitted, ms since the epoch; one a second follows. */
export const FIRST = 1_700_000_000_000;

const CHUNK = 100_000;

const ROWS = `
  CONCAT('job-', LPAD(n, 8, '0')), ${FIRST} + n * 1000, ${FIRST} + n * 1000 + 60000 + (n * 7919) % 30000,
  CONCAT('name-', n % 1000), CONCAT('user-', n % 200), '1',
  ELT(1 + (n % 20 = 0) + (n % 100 = 0), 'SUCCEEDED', 'FAILED', 'KILLED'), 'Job finished successfully.',
  ${FIRST} + n * 1000 + 500, ${FIRST} + n * 1000 + 60000 + (n * 7919) % 30000,
  CONCAT('c', n % 50), CONCAT('cluster-', n % 50), CONCAT('k', n % 200), CONCAT('command-', n % 200),
  CONCAT('g-', n % 500), CONCAT('i-', n % 5000), CONCAT('{"tags":[],"pad":"', REPEAT('x', 300), '"}'), 'ARCHIVED', '10.0.0.1',
  1 + n DIV 2000`;

const COLUMNS =
  'id, created, updated, name, user, version, status, status_msg, started, finished, cluster_id, cluster_name, ' +
  'command_id, command_name, `grouping`, grouping_instance, request, archive_status, client_host, settled_in';

/** Tags of job `n`: one that all have, one of twenty, and for each seventh one of two thousand. */
const TAGS = ["'all'", "CONCAT('team-', n % 20)", "CASE WHEN n % 7 = 0 THEN CONCAT('rare-', n % 2000) END"];

/**
 * Fills the migrated database of job orchestration with `count` finished jobs, of 200 users, 50 clusters, 200 commands.
 * @param {(text: string) => void} [progress]
 */
export async function storeJobs(databaseUrl, count, progress = () => {}) {
  const connection = await load('mysql2/promise').createConnection({ uri: databaseUrl });
  const run = (sql) => connection.query(sql);
  try {
    await run('SET SESSION foreign_key_checks = 0, SESSION unique_checks = 0');
    await register(run);
    const restore = [await dropIndexes(connection, 'jobs'), await dropIndexes(connection, 'job_tags')];
    for (let first = 0; first < count; first += CHUNK) {
      const numbers = `(SELECT ${first} + a.n * 1000 + b.n AS n FROM bench_numbers a JOIN bench_numbers b
        WHERE a.n < ${Math.ceil(Math.min(CHUNK, count - first) / 1000)}) numbers WHERE n < ${count}`;
      await run(`INSERT INTO jobs (${COLUMNS}) SELECT ${ROWS} FROM ${numbers}`);
      for (const tag of TAGS) {
        await run(`INSERT INTO job_tags (job_id, tag, updated)
          SELECT CONCAT('job-', LPAD(n, 8, '0')), ${tag}, ${FIRST} + n * 1000 + 60000 + (n * 7919) % 30000
          FROM ${numbers} AND ${tag} IS NOT NULL`);
      }
      progress(`${Math.min(first + CHUNK, count)} jobs stored`);
    }
    for (const statement of restore) await run(statement);
    await run(`UPDATE job_settlement SET batch = ${1 + Math.ceil(count / 2000)}`);
    await run('ANALYZE TABLE jobs, job_tags');
  } finally {
    await connection.end();
  }
}

async function register(run) {
  await run('CREATE TABLE bench_numbers (n INT NOT NULL PRIMARY KEY)');
  const numbers = Array.from({ length: 1000 }, (_, n) => `(${n})`);
  await run(`INSERT INTO bench_numbers VALUES ${numbers.join(', ')}`);
  // Complete enough for selection, which reads each command, and never chosen by it.
  for (const [table, id, name, most, status, document] of [
    ['clusters', 'c', 'cluster', 50, 'TERMINATED', '{}'],
    ['commands', 'k', 'command', 200, 'INACTIVE', '{"clusterCriteria":[]}'],
  ]) {
    await run(`INSERT INTO ${table} (id, created, updated, name, user, version, status, document)
      SELECT CONCAT('${id}', n), 0, 0, CONCAT('${name}-', n), 'bench', '1', '${status}', '${document}'
      FROM bench_numbers WHERE n < ${most}`);
  }
}

/** Drops all but the primary key. @returns the statement that makes them again */
async function dropIndexes(connection, table) {
  const [[{ 'Create Table': ddl }]] = await connection.query(`SHOW CREATE TABLE ${table}`);
  const lines = ddl.split('\n').map((line) => line.trim().replace(/,$/, ''));
  const keys = lines.filter((line) => line.startsWith('KEY '));
  const constraints = lines.filter((line) => line.startsWith('CONSTRAINT '));
  const nameOf = (line) => line.split('`')[1];
  await connection.query(
    `ALTER TABLE ${table} ${[
      ...constraints.map((line) => `DROP FOREIGN KEY \`${nameOf(line)}\``),
      ...keys.map((line) => `DROP KEY \`${nameOf(line)}\``),
    ].join(', ')}`,
  );
  return `ALTER TABLE ${table} ${[...keys, ...constraints].map((line) => `ADD ${line}`).join(', ')}`;
}
