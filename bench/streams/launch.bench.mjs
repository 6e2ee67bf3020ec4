/**
 * From the request that submits a job with four workers until the job is Launched, against starting the same four processes
 * by hand and waiting for the first post of each. Both include the start of Node.js four times.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { LOOPBACK, urlOf } from '../../tools/lib/settings.mjs';
import { send } from '../lib/client.mjs';
import { freePort } from '../lib/system.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { WORKER, createCluster, listenForSinks, serveArtifact, submit } from './lib/sinks.mjs';

const WORKERS = 4;
const TIMEOUT_MS = 30_000;

async function submitToLaunched({ streams }) {
  const from = Date.now();
  const { jobId } = (await submit(streams, 'BenchLaunch')).jobMetadata;
  const job = async () => (await send('GET', `${streams}/api/v1/jobs/${jobId}`)).json().jobMetadata;
  await waitForAll('the job', async () => (await job()).state === 'Launched', TIMEOUT_MS);
  // The service tells when it was, so that looking takes nothing away from it.
  const { startedAt } = await job();
  await send('DELETE', `${streams}/api/v1/jobs/${jobId}?user=bench&reason=done`);
  await ended(streams, jobId);
  return startedAt - from;
}

/** Waits until none of the job's processes is left. */
async function ended(streams, jobId) {
  const { WebSocket } = load('ws');
  const socket = new WebSocket(`${streams.replace('http', 'ws')}/api/v1/jobStatusStream/${jobId}`);
  let over = false;
  socket.on('message', (text) => (over ||= String(text).includes('all processes have ended')));
  await waitForAll('the end of its processes', () => over, TIMEOUT_MS);
  socket.close();
}

async function startByHand({ sinks }) {
  const posted = new Set();
  const server = createServer((request, response) => {
    posted.add(request.url);
    request.resume();
    response.end();
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  const ports = await Promise.all(Array.from({ length: WORKERS }, () => freePort()));
  const from = Date.now();
  const children = ports.map((port, index) => {
    const env = {
      ...process.env,
      JOB_ID: 'ByHand-1',
      STAGE_NUM: '1',
      WORKER_INDEX: String(index),
      WORKER_NUMBER: String(index + 1),
      SINK_PORT: String(port),
      STATUS_URL: `${urlOf(server.address().port)}/${index}`,
      JOB_PARAMETERS: JSON.stringify([{ name: 'reportTo', value: sinks.url }]),
    };
    return spawn(process.execPath, [join(WORKER, 'worker.mjs')], { env, stdio: 'ignore' });
  });
  await waitForAll('the processes', () => posted.size === WORKERS, TIMEOUT_MS);
  const took = Date.now() - from;
  await Promise.all(
    children.map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
  server.close();
  server.closeAllConnections();
  return took;
}

export default {
  name: 'streams: submit to Launched, four workers',
  unit: 'ms',
  goal: 200,
  compare: 'difference',
  async setup(bench) {
    const { streams } = await bench.services(['jobs', 'streams'], { NODE_SLOTS: String(WORKERS * 2) });
    const sinks = await listenForSinks();
    const jarUrl = await serveArtifact(bench);
    await createCluster(streams, 'BenchLaunch', { workers: WORKERS, jarUrl, reportTo: sinks.url });
    return { streams, sinks };
  },
  run: submitToLaunched,
  baseline: startByHand,
  async teardown({ sinks }) {
    sinks.server.close();
  },
};
