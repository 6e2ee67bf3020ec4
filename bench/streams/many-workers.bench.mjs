/**
 * The longest time for which a service holds its event loop while a job of 1,500 workers is read, listed and streamed, beside
 * that of a bare node:http server that answers as often with the same record, made to JSON each time. The goal is for the
 * service alone.
 */
import { get } from 'node:http';
import { bareBody } from '../lib/bare.mjs';
import { send } from '../lib/client.mjs';
import { credentials } from '../lib/guards.mjs';
import { longestDelay } from '../lib/service-metrics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { connect, storeJobs } from './lib/stored-jobs.mjs';

const WORKERS = 1500;
const REPEATS = 5;
const TIMEOUT_MS = 20_000;

/** A client of the scheduling information; counts its values. */
function follow(streams, jobId) {
  const client = { values: 0 };
  const request = get(
    `${streams}/api/v1/jobDiscoveryStream/${jobId}`,
    { headers: credentials() },
    (response) => {
      response.setEncoding('utf8');
      response.on('data', (text) => (client.values += text.split('"jobId"').length - 1));
      response.on('error', () => {});
    },
  );
  request.on('error', () => {});
  return Object.assign(client, { close: () => request.destroy() });
}

async function readListAndStream({ streams, connection, jobId }) {
  await longestDelay(streams);
  const client = follow(streams, jobId);
  for (let count = 1; count <= REPEATS; count += 1) {
    await waitForAll('the stream', () => client.values >= count, TIMEOUT_MS);
    await send('GET', `${streams}/api/v1/jobs/${jobId}`);
    await send('GET', `${streams}/api/v1/jobs?pageSize=10`);
    await send('GET', `${streams}/api/v1/jobs?compact=true&stageNumber=1`);
    // A worker comes or goes: the stream tells where all are.
    const state = count % 2 === 1 ? 'Accepted' : 'Started';
    await connection.query('UPDATE workers SET state = ? WHERE job_id = ? AND worker_number = 1', [
      state,
      jobId,
    ]);
    await connection.query('UPDATE jobs SET sequence = sequence + 1 WHERE id = ?', [jobId]);
  }
  client.close();
  await connection.query("UPDATE workers SET state = 'Started' WHERE job_id = ?", [jobId]);
  return longestDelay(streams);
}

async function answerOften({ bare }) {
  await longestDelay(bare);
  for (let count = 0; count < REPEATS * 4; count += 1) await send('GET', `${bare}/`);
  return longestDelay(bare);
}

export default {
  name: 'streams: event loop with a job of 1,500 workers',
  unit: 'ms',
  goal: 50,
  compare: 'value',
  async setup(bench) {
    const database = await bench.database('workers');
    const streams = await bench.service('streams', { DATABASE_URL: database, ROLES: 'api' });
    const connection = await connect(database);
    const [jobId] = await storeJobs(connection, streams, { jobs: 1, clusters: 1, workers: WORKERS });
    const bare = await bareBody(bench, 'record', `${streams}/api/v1/jobs/${jobId}`);
    return { streams, connection, jobId, bare };
  },
  run: readListAndStream,
  baseline: answerOften,
  teardown: ({ connection }) => connection.end(),
};
