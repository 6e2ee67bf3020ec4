/**
 * Requests per second for the status of one of 1,000 jobs, against a bare Fastify server that returns the same bytes, with the guards
 * of production in both (a token, and a limit of requests). The service keeps its response for 200 ms; the goal is a floor.
 */
import { bareDocument } from '../lib/bare.mjs';
import { guards } from '../lib/guards.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { storeJobs } from './lib/stored-jobs.mjs';

const PATH = '/api/v3/jobs/job-00000500/status';

export default {
  name: 'jobs: status of a job, guarded',
  unit: 'requests/s',
  goal: 0.3,
  async setup(bench) {
    const { env, bareEnv, headers } = await guards(bench);
    const DATABASE_URL = await bench.database('status');
    const open = await bench.service('jobs', { DATABASE_URL, ROLES: 'api' });
    await storeJobs(DATABASE_URL, 1000);
    const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api', ...env });
    const bare = await bareDocument(bench, `${open}${PATH}`, bareEnv);
    return { status: `${jobs}${PATH}`, bare, headers };
  },
  run: ({ status, headers }) => requestsPerSecond(status, { headers }),
  baseline: ({ bare, headers }) => requestsPerSecond(bare, { headers }),
};
