/**
 * Job clusters created per second, one after the other, and jobs submitted per second over 8 connections, against a bare Fastify
 * handler that does one INSERT (for a job also one BullMQ add): both write to the disk before they answer, and have the guards of
 * production (a token, and a limit of requests).
 */
import { guards } from '../lib/guards.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { clusterBody, createCluster } from './lib/sinks.mjs';

const CLUSTER = 'BenchSubmitted';
const PARTS = { workers: 1, jarUrl: 'http://127.0.0.1:9/none.zip', reportTo: 'nobody' };

let created = 0;

const post = (url, headers, connections, bodyOf) =>
  requestsPerSecond(url, {
    connections,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(bodyOf()) }) }],
  });

const newCluster = () => clusterBody(`BenchCreated${(created += 1)}`, PARTS);
const newJob = () => ({ name: CLUSTER, user: 'bench', jobSla: { durationType: 'Perpetual' } });

const CASES = {
  'create a job cluster': {
    path: 'jobClusters',
    bare: 'rows',
    connections: 1,
    bodyOf: newCluster,
    goal: 0.4,
  },
  'submit a job': {
    path: `jobClusters/${CLUSTER}/jobs`,
    bare: 'jobs',
    connections: 8,
    bodyOf: newJob,
    goal: 0.2,
  },
};

async function start(bench, name) {
  const { env, bareEnv, headers } = await guards(bench);
  const DATABASE_URL = await bench.database(`writes_${name}`);
  const open = await bench.service('streams', { DATABASE_URL, ROLES: 'api' });
  await createCluster(open, CLUSTER, PARTS);
  const streams = await bench.service('streams', { DATABASE_URL, ROLES: 'api', ...env });
  const bare = await bench.baseline('submission', {
    DATABASE_URL: await bench.database(`writes_${name}_baseline`),
    REDIS_URL: bench.redisUrl,
    QUEUE_PREFIX: `${bench.queuePrefix}:writes`,
    ...bareEnv,
  });
  return { streams, bare, headers };
}

export default Object.entries(CASES).map(([name, { path, bare, connections, bodyOf, goal }]) => ({
  name: `streams: ${name}, guarded`,
  unit: 'requests/s',
  goal,
  setup: (bench) => start(bench, bare),
  run: (started) => post(`${started.streams}/api/v1/${path}`, started.headers, connections, bodyOf),
  baseline: (started) => post(`${started.bare}/${bare}`, started.headers, connections, bodyOf),
}));
