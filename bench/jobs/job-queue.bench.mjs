/**
 * `GET /jobs/{id}/queue` with 100,000 waiting jobs, most of one user, against a bare Fastify handler that reads one job by its primary
 * key, with the guards of production in both. Median of requests one after the other, ms: for jobs that go first, for jobs with
 * more than 1,000 before them, and for the first requests after a pause, in which the service forgets what it knows of the user.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../tools/lib/console.mjs';
import { credentials } from '../lib/guards.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { median } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { send } from '../lib/client.mjs';
import { register, submit } from './lib/small-jobs.mjs';
import { storeWaiting } from './lib/waiting-jobs.mjs';

const WAITING = 100_000;
const REQUESTS = 400;
/** Requests after each of these pauses, ms. */
const PAUSES = 10;
const PAUSE_MS = 1200;
const AFTER_PAUSE = 20;

const started = sharedSetup(async (bench) => {
  const DATABASE_URL = await bench.database('job_queue');
  const same = { DATABASE_URL, QUEUE_PREFIX: `${bench.queuePrefix}:job_queue` };
  // The only slot of the node is taken, so that everything else waits.
  const open = await bench.service('jobs', { ...same, NODE_SLOTS: '1', NODE_MEMORY_MB: '100000' });
  await register(open);
  const running = await submit(open, 'sleep 3600');
  await waitForAll('the job', async () => (await send('GET', running)).json().status === 'RUNNING', 30_000);
  const waiting = await submit(open, 'true');
  await storeWaiting(DATABASE_URL, waiting.split('/').at(-1), WAITING);
  const jobs = await bench.service('jobs', { ...same, ROLES: 'api' });
  const bare = await bench.baseline('job-row', { DATABASE_URL });
  return { jobs, bare };
});

/** Times of so many answers, ms; each is about another job. */
async function timesOf(urlOf, count) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const url = urlOf(index);
    const begun = performance.now();
    const response = await fetch(url, { headers: credentials() });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Failure(`${url}: ${response.status} ${text.slice(0, 300)}`);
  }
  return times;
}

async function afterPauses(urlOf) {
  const times = [];
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await delay(PAUSE_MS);
    times.push(...(await timesOf(urlOf, AFTER_PAUSE)));
  }
  return times;
}

const manyOf = (urlOf) => timesOf(urlOf, REQUESTS);

/** @param first number of the first of the jobs */
const place = (what, first, measure = manyOf) => ({
  name: `jobs: place of a job among 100,000, ${what}`,
  unit: 'ms',
  better: 'lower',
  goal: 2,
  setup: started,
  run: async ({ jobs }) =>
    median(await measure((index) => `${jobs}/api/v3/jobs/wait-${first + index}/queue`)),
  baseline: async ({ bare }) => median(await measure((index) => `${bare}/jobs/wait-${first + index}`)),
});

export default [
  place('among the first', 1),
  place('beyond 1,000', WAITING / 2 + 1),
  place('after a pause', 1, afterPauses),
];
