/**
 * Commands and clusters registered per second, one after the other, against a bare Fastify handler that does one INSERT: both write
 * to the disk before they answer.
 */
import { bareSubmission } from '../lib/bare.mjs';
import { writesPerSecond } from '../lib/load.mjs';

const COMMON = { user: 'bench', version: '1.0', tags: ['type:bench', 'stage:test', 'owner:bench'] };

const RESOURCES = {
  command: {
    ...COMMON,
    name: 'command',
    status: 'ACTIVE',
    executable: '/bin/true',
    executableAndArguments: ['/bin/true'],
    checkDelay: 1000,
    clusterCriteria: [{ tags: ['type:bench'] }],
  },
  cluster: { ...COMMON, name: 'cluster', status: 'UP' },
};

export default Object.entries(RESOURCES).map(([kind, body]) => ({
  name: `jobs: register a ${kind}`,
  unit: 'requests/s',
  goal: 0.3,
  async setup(bench) {
    const jobs = await bench.service('jobs', { ROLES: 'api' });
    return { url: `${jobs}/api/v3/${kind}s`, bare: await bareSubmission(bench, 'rows') };
  },
  run: ({ url }) => writesPerSecond(url, 1, () => body),
  baseline: ({ bare }) => writesPerSecond(bare, 1, () => body),
}));
