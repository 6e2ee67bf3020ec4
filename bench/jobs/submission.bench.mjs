/**
 * Submissions per second over HTTP, selection included, against a bare Fastify handler that does one INSERT and one BullMQ
 * add. No node takes the jobs, so that only the submission is measured.
 */
import { send } from '../lib/client.mjs';
import { requestsPerSecond } from '../lib/load.mjs';

const COMMON = { user: 'bench', version: '1.0' };

const REQUEST = {
  ...COMMON,
  name: 'bench job',
  commandArgs: '--rows 100',
  clusterCriterias: [{ tags: ['type:bench'] }],
  commandCriteria: ['type:bench'],
};

/** One cluster and one command that every submission selects. */
async function register(jobs) {
  const tags = ['type:bench'];
  await send('POST', `${jobs}/api/v3/clusters`, { ...COMMON, name: 'bench', status: 'UP', tags });
  await send('POST', `${jobs}/api/v3/commands`, {
    ...COMMON,
    name: 'bench',
    status: 'ACTIVE',
    executable: '/bin/true',
    executableAndArguments: ['/bin/true'],
    checkDelay: 1000,
    tags,
    clusterCriteria: [{ tags }],
  });
}

const post = (url) =>
  requestsPerSecond(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(REQUEST),
  });

export default {
  name: 'jobs: one submission',
  unit: 'requests/s',
  goal: 0.3,
  async setup(bench) {
    const jobs = await bench.service('jobs', { ROLES: 'api,controller' });
    await register(jobs);
    const bare = await bench.baseline('submission', {
      DATABASE_URL: await bench.database('submission_baseline'),
      REDIS_URL: bench.redisUrl,
      QUEUE_PREFIX: `${bench.queuePrefix}:baseline`,
    });
    return { jobs, bare };
  },
  run: ({ jobs }) => post(`${jobs}/api/v3/jobs`),
  baseline: ({ bare }) => post(`${bare}/jobs`),
};
