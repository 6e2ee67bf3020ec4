/**
 * A streaming worker in plain Node.js that writes server-sent events as fast as its readers take them. It tells the bench
 * where its sink is, so that the bare baseline reads from the very same workers.
 */
import { createServer } from 'node:http';
import process from 'node:process';

const { JOB_ID, STAGE_NUM, WORKER_INDEX, WORKER_NUMBER, SINK_PORT, STATUS_URL, JOB_PARAMETERS } = process.env;
const parameters = Object.fromEntries(JSON.parse(JOB_PARAMETERS).map(({ name, value }) => [name, value]));
const HEARTBEAT_MS = 5000;

/** `~` is once in each message: readers count it. */
const message = `data: ~${'x'.repeat(Number(parameters.messageBytes) - 1)}\n\n`;
const batch = Buffer.from(message.repeat(Math.max(1, Math.floor(65_536 / message.length))));

function pump(response) {
  while (!response.destroyed) {
    if (!response.write(batch)) {
      response.once('drain', () => pump(response));
      return;
    }
  }
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
  const headers = { 'content-type': 'application/json' };
  await fetch(STATUS_URL, { method: 'POST', headers, body: JSON.stringify({ jobId: JOB_ID, status }) });
}

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  pump(response);
});
process.once('SIGTERM', () => process.exit(0));
await post('INFO', 'StartInitiated');
server.listen(Number(SINK_PORT), async () => {
  await post('INFO', 'Started');
  await fetch(`${parameters.reportTo}/${SINK_PORT}`);
  setInterval(() => post('HEARTBEAT', 'Noop').catch(() => {}), HEARTBEAT_MS);
});
