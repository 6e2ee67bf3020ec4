/** A streaming worker that numbers its events, so that a client sees whether it was given all of them. */
import { createServer } from 'node:http';
import process from 'node:process';

const env = process.env;
const given = Object.fromEntries(
  JSON.parse(env.JOB_PARAMETERS ?? '[]').map(({ name, value }) => [name, value]),
);
const clients = new Set();
let number = 0;

/** Tells the platform how the worker is; what must not be lost is told again until it is taken. */
async function post(type, state, message, insistent) {
  const status = {
    jobId: env.JOB_ID,
    stageNum: Number(env.STAGE_NUM),
    workerIndex: Number(env.WORKER_INDEX),
    workerNumber: Number(env.WORKER_NUMBER),
    type,
    state,
    message,
    hostname: 'chaos',
    timestamp: Date.now(),
    reason: 'Normal',
    payloads: [],
  };
  const body = JSON.stringify({ jobId: env.JOB_ID, status });
  const headers = { 'content-type': 'application/json' };
  for (;;) {
    try {
      const answer = await fetch(env.STATUS_URL, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(3000),
      });
      if (answer.status < 500 || !insistent) return;
    } catch {
      if (!insistent) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const sink = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  clients.add(response);
  response.once('close', () => clients.delete(response));
});

process.once('SIGTERM', () => process.exit(0));
await post('INFO', 'StartInitiated', 'is beginning', true);
await new Promise((resolve, reject) => {
  sink.once('error', reject);
  sink.listen({ port: Number(env.SINK_PORT), host: env.BIND_ADDRESS || undefined }, resolve);
});
await post('INFO', 'Started', 'running', true);
setInterval(
  () => {
    number += 1;
    const event = `data: ${JSON.stringify({ worker: `${env.JOB_ID} ${env.WORKER_NUMBER}`, number })}\n\n`;
    for (const client of clients) client.write(event);
  },
  Number(given.everyMs ?? 250),
);
setInterval(
  () => void post('HEARTBEAT', 'Noop', 'heartbeat', false),
  Number(env.HEARTBEAT_INTERVAL_SECS ?? 2) * 1000,
);
