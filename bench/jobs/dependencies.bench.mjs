/**
 * From the last instruction of a job to the first one of a job that depends on it, against the start of a job by itself. Then the
 * release of 1,000 dependents, from the kill of the job that they wait for until all are offered: its time, and the longest
 * time for which it holds the event loop.
 */
import { send } from '../lib/client.mjs';
import { watched } from '../lib/service-metrics.mjs';
import { percentile } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { ended, inParallel, isFull, pause, startNode, submit } from './lib/small-jobs.mjs';

const SAMPLES = isFull ? 200 : 25;
const DEPENDENTS = 1000;
/** Delay before the first poll, ms: the job has started by then, and earlier polls would disturb the measurement. */
const QUIET_MS = 150;
const TELL_TIME = 'echo $EPOCHREALTIME';

const idOf = (job) => decodeURIComponent(job.split('/').at(-1));
const now = () => performance.timeOrigin + performance.now();

/** The time printed by a job, ms since the epoch. */
async function toldBy(job) {
  await ended(job);
  const { text } = await send('GET', `${job}/output/stdout`);
  return Number(text.trim().replace(',', '.')) * 1000;
}

async function afterItsParent({ jobs }) {
  const parent = await submit(jobs, `sleep 0.4; ${TELL_TIME}`);
  const child = await submit(jobs, TELL_TIME, { dependsOn: [idOf(parent)] });
  await pause(400 + QUIET_MS);
  const [from, to] = [await toldBy(parent), await toldBy(child)];
  return to - from;
}

async function byItself({ jobs }) {
  const from = now();
  const job = await submit(jobs, TELL_TIME);
  await pause(QUIET_MS);
  return (await toldBy(job)) - from;
}

async function median(one, context) {
  const values = [];
  for (let index = 0; index < SAMPLES; index += 1) values.push(await one(context));
  return percentile(values, 50);
}

/** Releases {@link DEPENDENTS} jobs. @returns the duration and the longest turn of the event loop, ms */
async function release({ jobs }) {
  const user = `round-${performance.now()}`;
  const hub = await submit(jobs, 'true');
  const dependsOn = [{ id: idOf(hub), condition: 'finished' }];
  await inParallel(DEPENDENTS, 8, () => submit(jobs, 'true', { user, dependsOn }));
  const query = new URLSearchParams({ user, clusterName: 'small', size: '1' });
  const isReleased = async () => {
    const { page } = (await send('GET', `${jobs}/api/v3/jobs?${query}`)).json();
    return page.totalElements === DEPENDENTS;
  };
  const measured = await watched(jobs, async () => {
    const from = performance.now();
    await send('DELETE', hub);
    await waitForAll('the release', isReleased, 60_000);
    return performance.now() - from;
  });
  await send('DELETE', `${jobs}/api/v3/jobs?${new URLSearchParams({ user })}`);
  return measured;
}

const released = (what, goal, of) => ({
  name: `jobs: ${what} of 1,000 dependents`,
  unit: 'ms',
  goal,
  compare: 'value',
  setup: (bench) => startNode(bench, 1, { ROLES: 'api,controller' }),
  run: async (context) => of(await release(context)),
  baseline: async () => 0,
});

export default [
  {
    name: 'jobs: start of a dependent after its parent, p50',
    unit: 'ms',
    goal: 15,
    compare: 'difference',
    setup: (bench) => startNode(bench, 100),
    run: (context) => median(afterItsParent, context),
    baseline: (context) => median(byItself, context),
  },
  released('release', 2000, ({ result }) => result),
  released('event loop held by the release', 20, ({ hold }) => hold),
];
