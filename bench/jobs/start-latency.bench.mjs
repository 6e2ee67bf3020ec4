/**
 * From the POST of a job to the first instruction of what it runs, against a bare spawn of the same run script by a small
 * process; alone and beside 50 running jobs. The first instruction tells the time by bash's own clock.
 */
import { join } from 'node:path';
import { ended, isFull, pause, scriptOf, spawnBare, startNode, submit } from './lib/small-jobs.mjs';
import { send } from '../lib/client.mjs';
import { percentile } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';

const SAMPLES = isFull ? 200 : 25;
const RUNNING = 50;
/** Delay before the first poll, ms: the job has started by then, and earlier polls would disturb the measurement. */
const QUIET_MS = 150;
const TELL_TIME = 'echo $EPOCHREALTIME';

/** Milliseconds since the epoch, with fractions. */
const now = () => performance.timeOrigin + performance.now();
const toMs = (text) => Number(text.trim().replace(',', '.')) * 1000;

async function throughService({ jobs }) {
  const from = now();
  const job = await submit(jobs, TELL_TIME);
  await pause(QUIET_MS);
  await ended(job);
  const { text } = await send('GET', `${job}/output/stdout`);
  return toMs(text) - from;
}

async function bare({ script, folder }, index) {
  const from = now();
  return toMs(await spawnBare(script, join(folder, `bare-${index % 10}`))) - from;
}

async function sample(one, percent) {
  const values = [];
  for (let index = 0; index < SAMPLES; index += 1) values.push(await one(index));
  return percentile(values, percent);
}

const latency = (percent, goal, running) => ({
  name: `jobs: start of a job, p${percent}${running > 0 ? `, ${running} running` : ''}`,
  unit: 'ms',
  goal,
  compare: 'difference',
  async setup(bench) {
    const { jobs } = await startNode(bench, 100);
    const first = await submit(jobs, TELL_TIME);
    await ended(first);
    const script = await scriptOf(first);
    const others = [];
    for (let index = 0; index < running; index += 1) others.push(await submit(jobs, 'sleep 3600'));
    for (const job of others) {
      await waitForAll(
        'the jobs beside',
        async () => (await send('GET', job)).json().status === 'RUNNING',
        60_000,
      );
    }
    return { jobs, script, folder: bench.folder };
  },
  run: (context) => sample(() => throughService(context), percent),
  baseline: (context) => sample((index) => bare(context, index), percent),
});

export default [latency(50, 20, 0), latency(99, 80, 0), latency(50, 20, RUNNING), latency(99, 80, RUNNING)];
