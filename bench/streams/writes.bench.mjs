/**
 * Job clusters created per second, one after the other, and jobs submitted per second over 8 connections, against a bare Fastify
 * handler that does one INSERT (for a job also one BullMQ add): both write to the disk before they answer.
 */
import { bareSubmission } from '../lib/bare.mjs';
import { writesPerSecond } from '../lib/load.mjs';
import { clusterBody, createCluster } from './lib/sinks.mjs';

const CLUSTER = 'BenchSubmitted';
const PARTS = { workers: 1, jarUrl: 'http://127.0.0.1:9/none.zip', reportTo: 'nobody' };

let created = 0;

const CASES = {
  'create a job cluster': {
    path: 'jobClusters',
    bare: 'rows',
    connections: 1,
    bodyOf: () => clusterBody(`BenchCreated${(created += 1)}`, PARTS),
    goal: 0.4,
  },
  'submit a job': {
    path: `jobClusters/${CLUSTER}/jobs`,
    bare: 'jobs',
    connections: 8,
    bodyOf: () => ({ name: CLUSTER, user: 'bench', jobSla: { durationType: 'Perpetual' } }),
    goal: 0.2,
  },
};

export default Object.entries(CASES).map(([name, { path, bare, connections, bodyOf, goal }]) => ({
  name: `streams: ${name}`,
  unit: 'requests/s',
  goal,
  async setup(bench) {
    const streams = await bench.service('streams', { ROLES: 'api' });
    await createCluster(streams, CLUSTER, PARTS);
    return { url: `${streams}/api/v1/${path}`, bareUrl: await bareSubmission(bench, bare) };
  },
  run: ({ url }) => writesPerSecond(url, connections, bodyOf),
  baseline: ({ bareUrl }) => writesPerSecond(bareUrl, connections, bodyOf),
}));
