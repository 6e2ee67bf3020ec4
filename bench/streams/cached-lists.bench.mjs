/**
 * Requests per second for lists of 50 job clusters and of 100 jobs with two workers each, whole records, over 8 connections, while
 * a client changes a cluster ten times a second. The baseline is a bare Fastify server that returns the same bytes without any
 * database; both have the guards of production (a token, and a limit of requests). The goal is a floor.
 */
import { bareDocument } from '../lib/bare.mjs';
import { guards } from '../lib/guards.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { besideWrites } from '../lib/writes.mjs';
import { connect, storeJobs } from './lib/stored-jobs.mjs';

const LISTS = { '50 job clusters': 'jobClusters', '100 jobs': 'jobs' };

const shared = new WeakMap();

/** One service and one database for both lists. */
function stored(bench) {
  if (!shared.has(bench)) shared.set(bench, start(bench));
  return shared.get(bench);
}

async function start(bench) {
  const guard = await guards(bench);
  const DATABASE_URL = await bench.database('cached-lists');
  const open = await bench.service('streams', { DATABASE_URL, ROLES: 'api' });
  const connection = await connect(DATABASE_URL);
  await storeJobs(connection, open, { jobs: 100, clusters: 50, workers: 2 });
  await connection.end();
  const streams = await bench.service('streams', { DATABASE_URL, ROLES: 'api', ...guard.env });
  return { guard, open, streams };
}

async function setup(bench, list) {
  const { guard, open, streams } = await stored(bench);
  const path = `/api/v1/${list}`;
  const bare = await bareDocument(bench, `${open}${path}`, guard.bareEnv);
  const options = { headers: guard.headers, connections: 8 };
  const write = (count) =>
    fetch(`${streams}/api/v1/jobClusters/BenchList0/actions/updateLabel`, {
      method: 'POST',
      headers: guard.headers,
      body: JSON.stringify({ name: 'BenchList0', user: 'bench', labels: [{ name: 'n', value: `${count}` }] }),
    });
  return { url: `${streams}${path}`, bare, options, write };
}

export default Object.entries(LISTS).map(([name, list]) => ({
  name: `streams: list of ${name} beside writes, guarded`,
  unit: 'requests/s',
  goal: 0.7,
  setup: (bench) => setup(bench, list),
  run: ({ url, options, write }) => besideWrites(write, () => requestsPerSecond(url, options)),
  baseline: ({ bare, options, write }) => besideWrites(write, () => requestsPerSecond(bare, options)),
}));
