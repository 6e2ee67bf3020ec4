/**
 * 100 clients follow one file that grows at 10 MB/s: the processor time that the service takes for each GB that they get, against
 * a bare server that sends the same file to as many; and the delay of what is written.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { credentials } from '../lib/guards.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { processorTime } from '../lib/service-metrics.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { follow } from './lib/growing-file.mjs';
import { startNode, submit } from './lib/small-jobs.mjs';

const LOAD = { clients: 100, megabytesPerSecond: 10, seconds: 4 };

/** A job whose output the bench writes, on a node of the first service; the second one is a replica without a node. */
const started = sharedSetup(async (bench) => {
  const work = join(bench.folder, 'follow');
  const same = {
    DATABASE_URL: await bench.database('follow'),
    QUEUE_PREFIX: `${bench.queuePrefix}:follow`,
    OUTPUT_FOLLOWS_LIMIT: String(LOAD.clients),
  };
  const { jobs } = await startNode(bench, 2, { ...same, NODE_WORK_DIR: work });
  const replica = await bench.service('jobs', { ...same, ROLES: 'api' });
  const job = await submit(jobs, 'sleep 3600');
  const path = `${new URL(job).pathname}/output/stdout`;
  const isThere = async () => (await fetch(`${jobs}${path}`, { headers: credentials() })).ok;
  await waitForAll('the output of the job', isThere, 30_000);
  const launches = join(work, 'launches');
  const file = join(launches, readdirSync(launches)[0], 'job', 'stdout');
  const bare = await bench.baseline('follow', { FILE: file });
  return { jobs, replica, path, file, bare };
});

/** Milliseconds of the processor time of a server for each GB that clients get. */
async function timeOf(file, server, address) {
  let before;
  const began = async () => (before = await processorTime(server));
  const { gigabytes } = await follow({ ...LOAD, file, url: address, began });
  return ((await processorTime(server)) - before) / gigabytes;
}

const followed = (service, path) => `${service}${path}?follow=true&tail=0`;
const measured = {
  unit: 'ms/GB',
  better: 'lower',
  setup: started,
  baseline: ({ bare, file }) => timeOf(file, bare, `${bare}/`),
};

export default [
  {
    ...measured,
    name: 'jobs: 100 clients follow one file',
    goal: 1.3,
    run: ({ jobs, path, file }) => timeOf(file, jobs, followed(jobs, path)),
  },
  {
    ...measured,
    name: 'jobs: 100 clients follow one file through a replica',
    goal: 1.5,
    run: ({ replica, path, file }) => timeOf(file, replica, followed(replica, path)),
  },
  {
    name: 'jobs: delay of a followed file, p99, 100 clients',
    unit: 'ms',
    goal: 300,
    compare: 'value',
    setup: started,
    run: async ({ jobs, path, file }) => (await follow({ ...LOAD, file, url: followed(jobs, path) })).delay,
    baseline: async ({ bare, file }) => (await follow({ ...LOAD, file, url: `${bare}/` })).delay,
  },
];
