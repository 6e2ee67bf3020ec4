/**
 * A streaming worker in plain Node.js, without a library: looks for prime numbers for a share of its time, and tells how
 * far it has come. docs/writing-a-job.md says what each variable is and what the platform expects of a worker.
 */
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import process from 'node:process';

const env = process.env;
const given = Object.fromEntries(
  JSON.parse(env.JOB_PARAMETERS ?? '[]').map(({ name, value }) => [name, value]),
);
const TURN_MS = 100;
const REPORT_MS = Number(given.reportMs ?? 1000);

/** Which part of its time the worker is busy, 0 to 1; `PUT /share` on the custom port changes it. */
let share = Number(given.share ?? 0.1);
let candidate = 2;
let found = 0;
let largest = 0;

function isPrime(number) {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
}

function search() {
  const until = performance.now() + TURN_MS * share;
  for (; performance.now() < until; candidate += 1) {
    if (!isPrime(candidate)) continue;
    found += 1;
    largest = candidate;
  }
}

/** Tells the platform how the worker is; a platform that is away is told with the next heartbeat. */
async function post(type, state, message) {
  const status = {
    jobId: env.JOB_ID,
    stageNum: Number(env.STAGE_NUM),
    workerIndex: Number(env.WORKER_INDEX),
    workerNumber: Number(env.WORKER_NUMBER),
    type,
    state,
    message,
    hostname: hostname(),
    timestamp: Date.now(),
    reason: 'Normal',
    payloads: [{ type: 'SubscriptionState', data: String(clients.size > 0) }],
  };
  const body = JSON.stringify({ jobId: env.JOB_ID, status });
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(5000);
  await fetch(env.STATUS_URL, { method: 'POST', headers, body, signal }).catch((error) =>
    console.error(`status ${state}: ${error.message}`),
  );
}

const clients = new Set();

/** The sink: server-sent events at `GET /`. */
const sink = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  clients.add(response);
  response.once('close', () => clients.delete(response));
});

function report() {
  const event = { worker: Number(env.WORKER_INDEX), found, largest, share };
  for (const client of clients) {
    // A client that does not read must not cost memory: it misses events.
    if (client.writableLength < 65_536) client.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}

/** What the job master measures, by the names that Prometheus clients use everywhere. */
const metrics = createServer((request, response) => {
  const { user, system } = process.cpuUsage();
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
  response.end(
    [
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(user + system) / 1e6}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# TYPE primes_found_total counter',
      `primes_found_total ${found}\n`,
    ].join('\n'),
  );
});

/** `PUT /share` with a number from 0 to 1. */
const control = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const wanted = Number(text);
  const valid =
    request.method === 'PUT' && request.url === '/share' && text !== '' && wanted >= 0 && wanted <= 1;
  if (valid) share = wanted;
  response.writeHead(valid ? 204 : 400).end();
});

const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: Number(port), host: env.BIND_ADDRESS || undefined }, resolve);
  });

process.once('SIGTERM', () => process.exit(0));
await post('INFO', 'StartInitiated', 'is beginning');
await Promise.all([
  listen(sink, env.SINK_PORT),
  listen(metrics, env.METRICS_PORT),
  listen(control, env.CUSTOM_PORT),
]);
await post('INFO', 'Started', 'running');
setInterval(search, TURN_MS);
setInterval(report, REPORT_MS);
setInterval(
  () => void post('HEARTBEAT', 'Noop', 'heartbeat'),
  Number(env.HEARTBEAT_INTERVAL_SECS ?? 20) * 1000,
);
