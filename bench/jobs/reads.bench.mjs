/**
 * The status of a job and a search for the newest 10 of 10,000 jobs, over 8 connections, while a client changes a cluster ten times a
 * second: requests per second, and the time of 99 % of the responses. The baseline is a bare Fastify server that returns the same bytes.
 */
import { bareDocument } from '../lib/bare.mjs';
import { send } from '../lib/client.mjs';
import { requestsPerSecond, slowestPercent } from '../lib/load.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { besideWrites } from '../lib/writes.mjs';
import { storeJobs } from './lib/stored-jobs.mjs';

const STORED = 10_000;
const OPTIONS = { connections: 8 };
const CLUSTER = { id: 'changing', name: 'changing', user: 'bench', version: '1.0', status: 'UP' };

/** One service and one database for all cases. */
const stored = sharedSetup(async (bench) => {
  const DATABASE_URL = await bench.database('reads_of_jobs');
  const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api' });
  await storeJobs(DATABASE_URL, STORED);
  await send('POST', `${jobs}/api/v3/clusters`, CLUSTER);
  return jobs;
});

const read = (path, { name, ...goal }, measure) => ({
  name: `jobs: ${name}`,
  ...goal,
  async setup(bench) {
    const jobs = await stored(bench);
    const url = `${jobs}/api/v3/jobs${path}`;
    const write = (count) =>
      send('PUT', `${jobs}/api/v3/clusters/${CLUSTER.id}`, { ...CLUSTER, description: `${count}` });
    const beside = (address) => besideWrites(write, () => measure(address, OPTIONS));
    return { url, bare: await bareDocument(bench, url), beside };
  },
  run: ({ url, beside }) => beside(url),
  baseline: ({ bare, beside }) => beside(bare),
});

const STATUS = '/job-00000500/status';
const rate = { unit: 'requests/s', goal: 0.5 };

export default [
  read(STATUS, { name: 'status of a job beside writes', ...rate }, requestsPerSecond),
  read(
    STATUS,
    { name: 'status of a job beside writes, p99', unit: 'ms', goal: 7, compare: 'value' },
    slowestPercent,
  ),
  read('?size=10', { name: 'search for 10 of 10,000 jobs beside writes', ...rate }, requestsPerSecond),
];
