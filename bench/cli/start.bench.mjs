/** What the command adds to bare Node.js, and to the request that it makes. */
import { spawn } from 'node:child_process';
import { send } from '../lib/client.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { startNode, submit } from '../jobs/lib/small-jobs.mjs';
import { end, medianTime, start } from './lib/command.mjs';

const JOBS = 25;

const started = sharedSetup(async (bench) => {
  const { jobs } = await startNode(bench, 1);
  for (let count = 0; count < JOBS; count += 1) await submit(jobs, 'true');
  return { bench, jobs };
});
const bareNode = (begun) => end(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), begun);

export default [
  {
    name: 'cli: --version, over bare node',
    unit: 'ms',
    goal: 80,
    compare: 'difference',
    setup: async (bench) => ({ bench }),
    run: ({ bench }) => medianTime((begun) => end(start(bench, ['--version'], 'ignore'), begun)),
    baseline: () => medianTime(bareNode),
  },
  {
    name: 'cli: job list, over the request itself',
    unit: 'ms',
    goal: 200,
    compare: 'difference',
    setup: started,
    run: ({ bench, jobs }) =>
      medianTime((begun) => end(start(bench, ['job', 'list', '--jobs', jobs], 'ignore'), begun)),
    baseline: ({ jobs }) =>
      medianTime(() => send('GET', `${jobs}/api/v3/jobs?size=${JOBS}&sort=created,desc`)),
  },
];
