/** A streaming worker that numbers its events, so that a client detects missing ones. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const env = process.env;
const parameters = JSON.parse(env.JOB_PARAMETERS ?? '[]');
const everyMs = Number(parameters.find(({ name }) => name === 'everyMs')?.value ?? 250);
const clients = new Set();
let number = 0;

/** Reports the worker's state; with `insistent`, until the report is accepted. */
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
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(3000) };
    const { status } = await fetch(env.STATUS_URL, request).catch(() => ({ status: 599 }));
    if (status < 500 || !insistent) return;
    await sleep(500);
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
sink.listen({ port: Number(env.SINK_PORT), host: env.BIND_ADDRESS || undefined });
await once(sink, 'listening');
await post('INFO', 'Started', 'running', true);
const worker = `${env.JOB_ID} ${env.WORKER_NUMBER}`;
setInterval(() => {
  number += 1;
  for (const client of clients) client.write(`data: ${JSON.stringify({ worker, number })}\n\n`);
}, everyMs);
const heartbeatMs = Number(env.HEARTBEAT_INTERVAL_SECS ?? 2) * 1000;
setInterval(() => void post('HEARTBEAT', 'Noop', 'heartbeat', false), heartbeatMs);
