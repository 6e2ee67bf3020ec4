/**
 * From the request that submits a job with four workers until a client of the job's status stream reads that it is Launched,
 * against starting the same four processes by hand and waiting for the first post of each. Both include the start of Node.js
 * four times; both times are taken as the news comes in.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { LOOPBACK, urlOf } from '../../tools/lib/settings.mjs';
import { send } from '../lib/client.mjs';
import { credentials } from '../lib/guards.mjs';
import { freePort } from '../lib/system.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { WORKER, createCluster, listenForSinks, serveArtifact, submit } from './lib/sinks.mjs';

const WORKERS = 4;
const TIMEOUT_MS = 30_000;

async function submitToLaunched({ streams }) {
  const from = Date.now();
  const { jobId } = (await submit(streams, 'BenchLaunch')).jobMetadata;
  const told = listen(streams, jobId);
  await waitForAll('the job', () => told.launchedAt, TIMEOUT_MS);
  await send('DELETE', `${streams}/api/v1/jobs/${jobId}?user=bench&reason=done`);
  await waitForAll('the end of its processes', () => told.over, TIMEOUT_MS);
  told.socket.close();
  return told.launchedAt - from;
}

/** Records the messages of the job status stream as they arrive: polling would slow down both sides. */
function listen(streams, jobId) {
  const { WebSocket } = load('ws');
  const address = `${streams.replace('http', 'ws')}/api/v1/jobStatusStream/${jobId}`;
  const socket = new WebSocket(address, { headers: credentials() });
  const told = { socket, launchedAt: undefined, over: false };
  socket.on('message', (text) => {
    const { status } = JSON.parse(String(text));
    if (status.workerNumber === -1 && status.state === 'Launched') told.launchedAt ??= Date.now();
    told.over ||= status.message.includes('all processes have ended');
  });
  return told;
}

async function startByHand({ sinks }) {
  const posted = new Set();
  let lastFirstPost;
  const server = createServer((request, response) => {
    posted.add(request.url);
    if (posted.size === WORKERS) lastFirstPost ??= Date.now();
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
  await waitForAll('the processes', () => lastFirstPost, TIMEOUT_MS);
  const took = lastFirstPost - from;
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
