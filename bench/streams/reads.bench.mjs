/**
 * Requests per second for lists of 50 job clusters and of 100 jobs with two workers each, whole records, and for the record of one of
 * these jobs, over 8 connections, while a client changes a cluster ten times a second. The baseline is a bare Fastify server that
 * returns the same bytes without any database.
 */
import { bareDocument } from '../lib/bare.mjs';
import { send } from '../lib/client.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { besideWrites } from '../lib/writes.mjs';
import { connect, storeJobs } from './lib/stored-jobs.mjs';

const OPTIONS = { connections: 8 };
const READS = {
  'list of 50 job clusters': { path: 'jobClusters', goal: 0.7 },
  'list of 100 jobs': { path: 'jobs', goal: 0.7 },
  'record of a job': { path: 'jobs/BenchList0-1', goal: 0.5 },
};

/** One service and one database for all cases. */
const stored = sharedSetup(async (bench) => {
  const DATABASE_URL = await bench.database('reads_of_streams');
  const streams = await bench.service('streams', { DATABASE_URL, ROLES: 'api' });
  const connection = await connect(DATABASE_URL);
  await storeJobs(connection, streams, { jobs: 100, clusters: 50, workers: 2 });
  await connection.end();
  return streams;
});

async function setup(bench, path) {
  const streams = await stored(bench);
  const url = `${streams}/api/v1/${path}`;
  const write = (count) =>
    send('POST', `${streams}/api/v1/jobClusters/BenchList0/actions/updateLabel`, {
      name: 'BenchList0',
      user: 'bench',
      labels: [{ name: 'n', value: `${count}` }],
    });
  const measure = (address) => besideWrites(write, () => requestsPerSecond(address, OPTIONS));
  return { url, bare: await bareDocument(bench, url), measure };
}

export default Object.entries(READS).map(([name, { path, goal }]) => ({
  name: `streams: ${name} beside writes`,
  unit: 'requests/s',
  goal,
  setup: (bench) => setup(bench, path),
  run: ({ url, measure }) => measure(url),
  baseline: ({ bare, measure }) => measure(bare),
}));
