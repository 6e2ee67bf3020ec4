/** Many waiting jobs, made by bulk inserts from one that was submitted. */
import { load } from '../../../tools/lib/packages.mjs';

/** One user has most of the jobs, so that places beyond 1,000 are among them. */
const USERS = 100;

/** Copies a waiting job and its launch `count` times, most of them to one user. The ids of the copies are `wait-<n>`. */
export async function storeWaiting(databaseUrl, jobId, count) {
  const connection = await load('mysql2/promise').createConnection({ uri: databaseUrl });
  const run = (sql) => connection.query(sql);
  try {
    await run('SET SESSION foreign_key_checks = 0, SESSION unique_checks = 0');
    await run('CREATE TABLE bench_numbers (n INT NOT NULL PRIMARY KEY)');
    const numbers = Array.from({ length: 1000 }, (_, n) => `(${n})`);
    await run(`INSERT INTO bench_numbers VALUES ${numbers.join(', ')}`);
    const from = `(SELECT a.n * 1000 + b.n AS n FROM bench_numbers a JOIN bench_numbers b) numbers
      JOIN (SELECT * FROM SOURCE) source WHERE n < ${count}`;
    const user = `IF(n % 10 = 0, CONCAT('user-', n DIV 10 % ${USERS}), 'many')`;
    const copy = async (table, where, columns) => {
      const [described] = await run(`SHOW COLUMNS FROM ${table}`);
      const names = described.map(({ Field }) => Field);
      const values = names.map((name) => columns[name] ?? `source.\`${name}\``);
      await run(
        `INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(', ')}) SELECT ${values.join(', ')}
         FROM ${from.replace('SOURCE', `${table} WHERE ${where}`)}`,
      );
    };
    const launch = `CONCAT('w-', LPAD(n, 8, '0'))`;
    const id = `CONCAT('wait-', n)`;
    await copy('launches', `subject = '${jobId}'`, {
      id: launch,
      subject: id,
      user_name: user,
      created_at: 'source.created_at + n',
      offered_at: '0',
    });
    await copy('jobs', `id = '${jobId}'`, { id, user, launch_id: launch, created: 'source.created + n' });
    await run('ANALYZE TABLE jobs, launches');
  } finally {
    await connection.end();
  }
}
