/**
 * The longest time for which a service holds its event loop while a job of 1,500 workers is submitted, offered to nodes and
 * killed, beside that of a bare node:http server that answers as often with the job's record, made to JSON each time. The goal
 * is for the service alone.
 */
import { bareBody } from '../lib/bare.mjs';
import { send } from '../lib/client.mjs';
import { longestDelay } from '../lib/service-metrics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { createCluster, submit } from './lib/sinks.mjs';
import { connect } from './lib/stored-jobs.mjs';

const WORKERS = 1500;
const REQUESTS = 3;
const TIMEOUT_MS = 60_000;
const CLUSTER = 'BenchSubmit';

async function submitAndKill({ streams, connection }) {
  await longestDelay(streams);
  const { jobId } = (await submit(streams, CLUSTER)).jobMetadata;
  const count = async (what) => {
    const query = `SELECT COUNT(*) AS found FROM workers w JOIN launches l ON l.id = w.launch_id
      WHERE w.job_id = ? AND ${what}`;
    return Number((await connection.query(query, [jobId]))[0][0].found);
  };
  await waitForAll('the offers', async () => (await count('TRUE')) === WORKERS, TIMEOUT_MS);
  await send('DELETE', `${streams}/api/v1/jobs/${jobId}?user=bench&reason=done`);
  await waitForAll('the end', async () => (await count("l.state = 'ended'")) === WORKERS, TIMEOUT_MS);
  return longestDelay(streams);
}

async function answerOften({ bare }) {
  await longestDelay(bare);
  for (let count = 0; count < REQUESTS; count += 1) await send('GET', `${bare}/`);
  return longestDelay(bare);
}

export default {
  name: 'streams: event loop while 1,500 workers are submitted and killed',
  unit: 'ms',
  goal: 50,
  compare: 'value',
  async setup(bench) {
    const database = await bench.database('submits');
    const streams = await bench.service('streams', { DATABASE_URL: database });
    const connection = await connect(database);
    await createCluster(streams, CLUSTER, {
      jarUrl: 'http://127.0.0.1:9/none.zip',
      reportTo: 'nobody',
      workers: WORKERS,
    });
    const { jobId } = (await submit(streams, CLUSTER)).jobMetadata;
    const bare = await bareBody(bench, 'record', `${streams}/api/v1/jobs/${jobId}`);
    await send('DELETE', `${streams}/api/v1/jobs/${jobId}?user=bench&reason=done`);
    return { streams, connection, bare };
  },
  run: submitAndKill,
  baseline: answerOften,
  teardown: ({ connection }) => connection.end(),
};
