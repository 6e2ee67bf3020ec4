/**
 * Commands and clusters registered per second, one after the other, against a bare Fastify handler that does one INSERT: both write
 * to the disk before they answer, and have the guards of production (a token, and a limit of requests).
 */
import { guards } from '../lib/guards.mjs';
import { requestsPerSecond } from '../lib/load.mjs';

const COMMON = { user: 'bench', version: '1.0', tags: ['type:bench', 'stage:test', 'owner:bench'] };

const RESOURCES = {
  command: [
    'commands',
    {
      ...COMMON,
      name: 'command',
      status: 'ACTIVE',
      executable: '/bin/true',
      executableAndArguments: ['/bin/true'],
      checkDelay: 1000,
      clusterCriteria: [{ tags: ['type:bench'] }],
    },
  ],
  cluster: ['clusters', { ...COMMON, name: 'cluster', status: 'UP' }],
};

const post = (url, headers, body) =>
  requestsPerSecond(url, {
    connections: 1,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

export default Object.entries(RESOURCES).map(([kind, [path, body]]) => ({
  name: `jobs: register a ${kind}, guarded`,
  unit: 'requests/s',
  goal: 0.3,
  async setup(bench) {
    const { env, bareEnv, headers } = await guards(bench);
    const DATABASE_URL = await bench.database(`register_${kind}`);
    const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api', ...env });
    const bare = await bench.baseline('submission', {
      DATABASE_URL: await bench.database(`register_${kind}_baseline`),
      REDIS_URL: bench.redisUrl,
      QUEUE_PREFIX: `${bench.queuePrefix}:register`,
      ...bareEnv,
    });
    return { url: `${jobs}/api/v3/${path}`, bare: `${bare}/rows`, headers };
  },
  run: ({ url, headers }) => post(url, headers, body),
  baseline: ({ bare, headers }) => post(bare, headers, body),
}));
