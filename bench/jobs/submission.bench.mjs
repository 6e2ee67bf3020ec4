/**
 * Submissions per second over HTTP, selection from 200 commands and 50 clusters with 10 tags each included, against a bare
 * Fastify handler that does one INSERT and one BullMQ add. No node takes the jobs, so that only the submission is measured.
 */
import { bareSubmission } from '../lib/bare.mjs';
import { send } from '../lib/client.mjs';
import { writesPerSecond } from '../lib/load.mjs';

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

/** `TAGS` tags: the last one identifies one resource, the first one is common to all. */
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

export default {
  name: 'jobs: one submission',
  unit: 'requests/s',
  goal: 0.3,
  async setup(bench) {
    const jobs = await bench.service('jobs', { ROLES: 'api,controller' });
    await register(jobs);
    return { jobs, bare: await bareSubmission(bench, 'jobs') };
  },
  run: ({ jobs }) => writesPerSecond(`${jobs}/api/v3/jobs`, 50, () => REQUEST),
  baseline: ({ bare }) => writesPerSecond(bare, 50, () => REQUEST),
};
