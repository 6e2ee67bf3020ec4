/**
 * 10,000 schedules, of which 100 fire each second: the 99th percentile of the time from a fire to its stored job, and the processor
 * time of the service. There is no node: what is measured is the clock and the submissions.
 */
import { load } from '../../tools/lib/packages.mjs';
import { send } from '../lib/client.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { percentile } from '../lib/statistics.mjs';
import { pause, register } from './lib/small-jobs.mjs';

const SCHEDULES = 10_000;
/** Number of schedules that fire each minute, one hundred in each second; the others fire once a year. */
const BUSY = 6000;
const SECONDS = 20;

const started = sharedSetup(async (bench) => {
  const DATABASE_URL = await bench.database('schedules');
  const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api,controller' });
  await register(jobs);
  const request = {
    name: 'small',
    version: '1.0',
    memory: 16,
    commandArgs: "'true'",
    clusterCriterias: [{ tags: ['type:small'] }],
    commandCriteria: ['type:small'],
  };
  // One that never fires by itself is the pattern of all.
  await send('POST', `${jobs}/api/v3/schedules`, {
    id: 'pattern',
    name: 'pattern',
    user: 'bench',
    version: '1',
    cron: '0 0 0 1 1 ? 2099',
    overlap: 'allow',
    request,
  });
  const connection = await load('mysql2/promise').createConnection({ uri: DATABASE_URL });
  await copy(connection);
  return { jobs, connection };
});

async function copy(connection) {
  await connection.query('CREATE TABLE bench_numbers (n INT NOT NULL PRIMARY KEY)');
  const numbers = Array.from({ length: SCHEDULES }, (_, n) => `(${n})`);
  await connection.query(`INSERT INTO bench_numbers VALUES ${numbers.join(', ')}`);
  const [described] = await connection.query('SHOW COLUMNS FROM schedules');
  const names = described.map(({ Field }) => Field);
  const minute = Math.ceil((Date.now() + 5000) / 60_000) * 60_000;
  const changed = {
    id: "CONCAT('s-', n)",
    cron: `IF(n < ${BUSY}, CONCAT(n % 60, ' * * * * ?'), pattern.cron)`,
    next_at: `IF(n < ${BUSY}, ${minute} + (n % 60) * 1000, pattern.next_at)`,
  };
  const values = names.map((name) => changed[name] ?? `pattern.\`${name}\``);
  await connection.query(
    `INSERT INTO schedules (${names.map((name) => `\`${name}\``).join(', ')}) SELECT ${values.join(', ')}
     FROM bench_numbers JOIN schedules pattern ON pattern.id = 'pattern'`,
  );
  await connection.query('ANALYZE TABLE schedules, schedule_fires');
  await pause(Math.max(0, minute - Date.now()) + 2000);
}

/** Watches the fires of some seconds. Returns their lateness, p99, ms, and the processor time of the service, % of one core. */
async function observe({ jobs, connection }) {
  const cpu = async () =>
    Number(/^process_cpu_seconds_total (\S+)$/m.exec((await send('GET', `${jobs}/metrics`)).text)?.[1]);
  const from = Math.ceil(Date.now() / 1000) * 1000;
  const before = await cpu();
  const begun = performance.now();
  await pause(SECONDS * 1000);
  const percent = (((await cpu()) - before) / ((performance.now() - begun) / 1000)) * 100;
  // The last fires need a moment to be stored.
  await pause(1500);
  const [fires] = await connection.query(
    'SELECT fire_at, updated, outcome FROM schedule_fires WHERE fire_at >= ? AND fire_at < ?',
    [from, from + (SECONDS - 1) * 1000],
  );
  const expected = (SECONDS - 1) * (BUSY / 60);
  const startedFires = fires.filter(({ outcome }) => outcome === 'started');
  if (startedFires.length !== expected)
    throw new Error(`${startedFires.length} of ${fires.length} fires have started, not ${expected}`);
  const lateness = percentile(
    startedFires.map((fire) => Number(fire.updated) - Number(fire.fire_at)),
    99,
  );
  return { lateness, percent };
}

const observed = (what, unit, goal, of) => ({
  name: `jobs: ${what}, 100 fires a second of 10,000 schedules`,
  unit,
  goal,
  compare: 'value',
  setup: started,
  run: async (context) => of(await observe(context)),
  baseline: async () => 0,
});

export default [
  observed('lateness, p99', 'ms', 250, ({ lateness }) => lateness),
  {
    ...observed('processor time', '% of a core', 25, ({ percent }) => percent),
    teardown: ({ connection }) => connection.end(),
  },
];
