/**
 * `GET /jobs/{id}/queue` with 100,000 waiting jobs, most of one user, against a bare Fastify handler that reads one job by its primary
 * key, with the guards of production in both. Median of requests one after the other, ms: for jobs that go first, and for jobs with
 * more than 1,000 before them.
 */
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

/** Median time of an answer, ms; each is about another job. */
async function timeOf(urlOf) {
  const times = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const url = urlOf(index);
    const begun = performance.now();
    const response = await fetch(url, { headers: credentials() });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Failure(`${url}: ${response.status} ${text.slice(0, 300)}`);
  }
  return median(times);
}

/** @param first number of the first of the jobs */
const place = (what, first) => ({
  name: `jobs: place of a job among 100,000, ${what}`,
  unit: 'ms',
  better: 'lower',
  goal: 2,
  setup: started,
  run: ({ jobs }) => timeOf((index) => `${jobs}/api/v3/jobs/wait-${first + index}/queue`),
  baseline: ({ bare }) => timeOf((index) => `${bare}/jobs/wait-${first + index}`),
});

export default [place('among the first', 1), place('beyond 1,000', WAITING / 2 + 1)];
