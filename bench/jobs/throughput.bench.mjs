/**
 * Jobs per second of /bin/true through one node, from the submission to the archive, against a bare loop that spawns the
 * same run script with the same concurrency. Then how long a job takes in all at half of that load.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  count,
  ended,
  inParallel,
  isFull,
  pause,
  remove,
  scriptOf,
  spawnBare,
  startNode,
  submit,
} from './lib/small-jobs.mjs';
import { percentile } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';

const CONCURRENCY = 16;
const JOBS = isFull ? 1000 : 100;
const SECONDS_OF_LOAD = isFull ? 60 : 6;

const archived = (folder) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.zip')).length : 0;

async function throughNode({ jobs, archives }) {
  const user = `round-${performance.now()}`;
  const before = archived(archives);
  const from = performance.now();
  await inParallel(JOBS, CONCURRENCY, () => submit(jobs, 'true', { user }));
  await waitForAll('all archives', () => archived(archives) >= before + JOBS, 180_000);
  await waitForAll('all jobs', async () => (await count(jobs, user, 'SUCCEEDED')) === JOBS, 60_000);
  return (JOBS / (performance.now() - from)) * 1000;
}

async function bareLoop({ script, folder }) {
  const root = join(folder, 'bare');
  const from = performance.now();
  await inParallel(JOBS, CONCURRENCY, (index) => spawnBare(script, join(root, String(index))));
  const rate = (JOBS / (performance.now() - from)) * 1000;
  remove(root);
  return rate;
}

async function setup(bench) {
  const { jobs, archives } = await startNode(bench, CONCURRENCY);
  const first = await submit(jobs, 'true');
  await ended(first);
  return { jobs, archives, script: await scriptOf(first), folder: bench.folder };
}

/** Submits at a steady rate and tells how long the jobs took from their submission to their end, ms. */
async function totalTimes({ jobs }, rate) {
  const submitted = [];
  const from = performance.now();
  for (let index = 0; index < rate * SECONDS_OF_LOAD; index += 1) {
    await pause(Math.max(0, from + (index / rate) * 1000 - performance.now()));
    submitted.push(submit(jobs, 'true').then((job) => ended(job)));
  }
  const all = await Promise.all(submitted);
  return all.map(({ created, finished }) => Date.parse(finished) - Date.parse(created));
}

export default [
  {
    name: 'jobs: /bin/true through one node',
    unit: 'jobs/s',
    goal: 0.3,
    setup,
    run: throughNode,
    baseline: bareLoop,
  },
  {
    name: 'jobs: from submission to end at half load, p99',
    unit: 'ms',
    goal: 2000,
    compare: 'value',
    async setup(bench) {
      const context = await setup(bench);
      return { ...context, rate: (await throughNode(context)) / 2 };
    },
    run: async (context) => percentile(await totalTimes(context, context.rate), 99),
    baseline: async () => 0,
  },
];
