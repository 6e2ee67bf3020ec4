/**
 * A streaming worker in plain Node.js. Whoever connects to its sink gets `count` messages of `messageBytes` bytes from
 * `startAt` (ms since the epoch) on, as fast as he takes them, and nothing more afterwards. It tells the bench where its
 * sink is, so that the bare baseline reads from the very same workers. With the parameter `eventsPerSecond` it sends
 * events of 100 bytes at that rate, to everyone and without an end. It posts as the runtime of @portolan/worker does: with
 * node:http, and while it makes itself ready.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import process from 'node:process';

const {
  JOB_ID,
  STAGE_NUM,
  WORKER_INDEX,
  WORKER_NUMBER,
  SINK_PORT,
  STATUS_URL,
  JOB_PARAMETERS,
  JOB_ACCESS_TOKEN,
} = process.env;
const parameters = Object.fromEntries(JSON.parse(JOB_PARAMETERS).map(({ name, value }) => [name, value]));
const HEARTBEAT_MS = 5000;
const BATCH_BYTES = 65_536;

/** Messages as they go over the wire; `~` is once in each: readers count it. */
function batchOf(messageBytes, messages) {
  return Buffer.from(`data: ~${'x'.repeat(messageBytes - 1)}\n\n`.repeat(messages));
}

function pump(response, messageBytes, count) {
  const perBatch = Math.max(1, Math.floor(BATCH_BYTES / (messageBytes + 8)));
  const batch = batchOf(messageBytes, perBatch);
  let left = count;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      const messages = Math.min(left, perBatch);
      left -= messages;
      if (!response.write(messages === perBatch ? batch : batchOf(messageBytes, messages))) {
        response.once('drain', more);
        return;
      }
    }
  };
  more();
}

const TICK_MS = 20;

/** Sends events at a rate; a reader that is too slow misses some. */
function emit(response, perSecond) {
  const event = `data: {"event":"${'x'.repeat(80)}"}\n\n`;
  const batch = event.repeat(Math.round((perSecond * TICK_MS) / 1000));
  const timer = setInterval(() => response.writableNeedDrain || response.write(batch), TICK_MS);
  response.on('close', () => clearInterval(timer));
}

async function post(type, state) {
  const status = {
    jobId: JOB_ID,
    stageNum: Number(STAGE_NUM),
    workerIndex: Number(WORKER_INDEX),
    workerNumber: Number(WORKER_NUMBER),
    type,
    message: state,
    state,
    hostname: '127.0.0.1',
    timestamp: Date.now(),
    reason: 'Normal',
    payloads: [],
  };
  await ask(STATUS_URL, 'POST', JSON.stringify({ jobId: JOB_ID, status }));
}

async function ask(url, method, body = '') {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(JOB_ACCESS_TOKEN && { authorization: `Bearer ${JOB_ACCESS_TOKEN}` }),
  };
  const asked = request(url, { method, headers, agent: false }).end(body);
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
}

const server = createServer((request, response) => {
  const query = new URL(request.url, 'http://sink').searchParams;
  const number = (name) => Number(query.get(name) ?? 0);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (parameters.eventsPerSecond) return emit(response, Number(parameters.eventsPerSecond));
  const wait = Math.max(0, number('startAt') - Date.now());
  setTimeout(() => pump(response, number('messageBytes'), number('count')), wait);
});
process.once('SIGTERM', () => process.exit(0));
const initiated = post('INFO', 'StartInitiated');
server.listen(Number(SINK_PORT), async () => {
  await initiated;
  await post('INFO', 'Started');
  await ask(`${parameters.reportTo}/${SINK_PORT}`, 'GET');
  setInterval(() => post('HEARTBEAT', 'Noop').catch(() => {}), HEARTBEAT_MS);
});
