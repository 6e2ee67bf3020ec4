/**
 * The status of one of 1,000 jobs, over 8 connections: requests per second and the time of 99 % of the responses, against a bare Fastify
 * server that returns the same bytes. The service keeps its response for 200 ms.
 */
import { bareDocument } from '../lib/bare.mjs';
import { requestsPerSecond, slowestPercent } from '../lib/load.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { storeJobs } from './lib/stored-jobs.mjs';

const PATH = '/api/v3/jobs/job-00000500/status';
const OPTIONS = { connections: 8 };

const setup = sharedSetup(async (bench) => {
  const DATABASE_URL = await bench.database('status');
  const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api' });
  await storeJobs(DATABASE_URL, 1000);
  return { status: `${jobs}${PATH}`, bare: await bareDocument(bench, `${jobs}${PATH}`) };
});

export default [
  {
    name: 'jobs: status of a job',
    unit: 'requests/s',
    goal: 0.5,
    setup,
    run: ({ status }) => requestsPerSecond(status, OPTIONS),
    baseline: ({ bare }) => requestsPerSecond(bare, OPTIONS),
  },
  {
    name: 'jobs: status of a job, p99',
    unit: 'ms',
    goal: 7,
    compare: 'value',
    setup,
    run: ({ status }) => slowestPercent(status, OPTIONS),
    baseline: ({ bare }) => slowestPercent(bare, OPTIONS),
  },
];
