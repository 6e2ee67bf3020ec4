/**
 * The submission of an array of 10,000 elements against that of one job, and the rows that it takes before an element starts. Then
 * elements of /bin/true per second through one node, against the same number of jobs submitted one by one.
 */
import { load } from '../../tools/lib/packages.mjs';
import { send } from '../lib/client.mjs';
import { percentile } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { count, ended, inParallel, isFull, startNode, submit } from './lib/small-jobs.mjs';

const SIZE = 10_000;
const SUBMISSIONS = isFull ? 100 : 20;
const CONCURRENCY = 16;
const JOBS = isFull ? 1000 : 200;

const array = { size: SIZE };

/** Median duration of a submission, ms. The submitted jobs are killed afterwards. */
async function submission({ jobs }, change) {
  const user = `round-${performance.now()}`;
  const times = [];
  for (let index = 0; index < SUBMISSIONS; index += 1) {
    const from = performance.now();
    await submit(jobs, 'true', { user, ...change });
    times.push(performance.now() - from);
  }
  await send('DELETE', `${jobs}/api/v3/jobs?${new URLSearchParams({ user })}`);
  const isOver = async () => (await count(jobs, user, 'KILLED')) === SUBMISSIONS;
  await waitForAll('the kill', isOver, 120_000);
  return percentile(times, 50);
}

/** Bytes of all rows of an array that has no element yet: of the longest texts that its rows can have, as the database counts them. */
async function bytesOfRows({ jobs, database }) {
  const hub = await submit(jobs, 'true');
  const dependsOn = [{ id: hub.split('/').at(-1), condition: 'finished' }];
  const id = `rows-${Math.round(performance.now())}`;
  const odd = Array.from({ length: SIZE / 2 }, (_, index) => index * 2 + 1).join();
  await submit(jobs, 'true', { id, array: { ...array, indexes: odd }, dependsOn });
  const connection = await load('mysql2/promise').createConnection({ uri: database });
  try {
    let bytes = 0;
    for (const [table, key] of [
      ['jobs', 'id'],
      ['job_arrays', 'job_id'],
      ['job_waits', 'job_id'],
      ['job_dependencies', 'job_id'],
      ['launches', 'subject'],
    ]) {
      const [rows] = await connection.query(`SELECT * FROM ${table} WHERE ${key} LIKE ?`, [`${id}%`]);
      bytes += JSON.stringify(rows).length;
    }
    return bytes / 1e6;
  } finally {
    await connection.end();
    await send('DELETE', hub);
    await send('DELETE', `${jobs}/api/v3/jobs/${id}`);
  }
}

async function elements({ jobs }) {
  const from = performance.now();
  const job = await submit(jobs, 'true', { array: { size: JOBS } });
  const { status } = await ended(job, 180_000);
  if (status !== 'SUCCEEDED') throw new Error(`the array is ${status}`);
  return (JOBS / (performance.now() - from)) * 1000;
}

async function single({ jobs }) {
  const user = `round-${performance.now()}`;
  const from = performance.now();
  await inParallel(JOBS, CONCURRENCY, () => submit(jobs, 'true', { user }));
  await waitForAll('all jobs', async () => (await count(jobs, user, 'SUCCEEDED')) === JOBS, 180_000);
  return (JOBS / (performance.now() - from)) * 1000;
}

export default [
  {
    name: 'jobs: submission of an array of 10,000',
    unit: 'ms',
    goal: 3,
    better: 'lower',
    // No node, so that only the submission is measured.
    setup: async (bench) => startNode(bench, 1, { ROLES: 'api,controller' }),
    run: (context) => submission(context, { array }),
    baseline: (context) => submission(context, {}),
  },
  {
    name: 'jobs: rows of an array of 10,000 before its elements start',
    unit: 'MB',
    goal: 1,
    compare: 'value',
    async setup(bench) {
      const database = await bench.database('array_rows');
      const { jobs } = await startNode(bench, 1, { ROLES: 'api,controller', DATABASE_URL: database });
      return { jobs, database };
    },
    run: bytesOfRows,
    baseline: async () => 0,
  },
  {
    name: 'jobs: elements of /bin/true through one node',
    unit: 'jobs/s',
    goal: 1.2,
    setup: (bench) => startNode(bench, CONCURRENCY),
    run: elements,
    baseline: single,
  },
];
