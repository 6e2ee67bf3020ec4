/**
 * Submissions per second over HTTP, selection from 200 commands and 50 clusters with 10 tags each included, against a bare
 * Fastify handler that does one INSERT and one BullMQ add; as well with the guards of production in both (a token, and a limit of
 * requests). No node takes the jobs, so that only the submission is measured.
 */
import { send } from '../lib/client.mjs';
import { guards } from '../lib/guards.mjs';
import { requestsPerSecond } from '../lib/load.mjs';

const COMMON = { user: 'bench', version: '1.0' };

const REQUEST = {
  ...COMMON,
  name: 'bench job',
  commandArgs: '--rows 100',
  clusterCriterias: [{ tags: ['type:bench', 'cluster:7:3'] }],
  commandCriteria: ['type:bench', 'command:own:77'],
};

const COMMANDS = 200;
const CLUSTERS = 50;
const TAGS = 10;

/** `TAGS` tags, of which the last is that of one resource and the first that of all. */
const tagsOf = (kind, index) => [
  'type:bench',
  ...Array.from({ length: TAGS - 2 }, (_, tag) => `${kind}:${tag}:${index % (tag + 2)}`),
  `${kind}:own:${index}`,
];

/** A registry of many commands and clusters; each submission matches one command, and two clusters. */
async function register(jobs) {
  for (let index = 0; index < CLUSTERS; index += 1) {
    const tags = tagsOf('cluster', index);
    await send('POST', `${jobs}/api/v3/clusters`, { ...COMMON, name: `c${index}`, status: 'UP', tags });
  }
  for (let index = 0; index < COMMANDS; index += 1) {
    await send('POST', `${jobs}/api/v3/commands`, {
      ...COMMON,
      name: `k${index}`,
      status: 'ACTIVE',
      executable: '/bin/true',
      executableAndArguments: ['/bin/true'],
      checkDelay: 1000,
      tags: tagsOf('command', index),
      clusterCriteria: [{ tags: ['type:nowhere'] }, { tags: ['type:bench'] }],
    });
  }
}

const post = (url, headers) =>
  requestsPerSecond(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(REQUEST),
  });

const measured = {
  unit: 'requests/s',
  goal: 0.3,
  run: ({ jobs, headers }) => post(`${jobs}/api/v3/jobs`, headers),
  baseline: ({ bare, headers }) => post(`${bare}/jobs`, headers),
};

const baseline = async (bench, name, env = {}) =>
  bench.baseline('submission', {
    DATABASE_URL: await bench.database(name),
    REDIS_URL: bench.redisUrl,
    QUEUE_PREFIX: `${bench.queuePrefix}:${name}`,
    ...env,
  });

export default [
  {
    ...measured,
    name: 'jobs: one submission',
    async setup(bench) {
      const jobs = await bench.service('jobs', { ROLES: 'api,controller' });
      await register(jobs);
      return { jobs, bare: await baseline(bench, 'submission_baseline') };
    },
  },
  {
    ...measured,
    name: 'jobs: one submission, guarded',
    async setup(bench) {
      const { env, bareEnv, headers } = await guards(bench);
      const DATABASE_URL = await bench.database('submission_guarded');
      await register(await bench.service('jobs', { DATABASE_URL, ROLES: 'api' }));
      const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api,controller', ...env });
      return { jobs, headers, bare: await baseline(bench, 'submission_guarded_baseline', bareEnv) };
    },
  },
];
