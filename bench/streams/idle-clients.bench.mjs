/**
 * Resident memory with 5,000 idle clients of lastSubmittedJobIdStream, against a bare node:http server with as many clients
 * of server-sent events that got one event each.
 */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../tools/lib/console.mjs';
import { send } from '../lib/client.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { createCluster, submit } from './lib/sinks.mjs';

const CLIENTS = 5000;
/** Connections that are opened at a time. */
const AT_ONCE = 100;
const CONNECT_TIMEOUT_MS = 60_000;
/** Memory is looked at for so long, so many times; the clients stay for all rounds. */
const SETTLE_MS = 2000;
const LOOKS = 4;
const MEBIBYTE = 1 << 20;

/** Opens clients that stay; resolves with them when each has had its first event. */
async function openClients(url) {
  const agent = new Agent({ maxSockets: Infinity });
  const requests = [];
  let greeted = 0;
  const open = () => {
    const request = get(url, { agent }, (response) => {
      response.once('data', () => (greeted += 1));
      response.on('error', () => {});
    });
    request.on('error', () => {});
    requests.push(request);
  };
  while (requests.length < CLIENTS) {
    for (let count = 0; count < AT_ONCE; count += 1) open();
    await waitForAll('the clients', () => greeted === requests.length, CONNECT_TIMEOUT_MS);
  }
  return { close: () => requests.forEach((request) => request.destroy()) };
}

/** The least of some looks at resident memory, MB. @param memoryOf answers bytes */
async function leastMemory(memoryOf) {
  const looks = [];
  while (looks.length < LOOKS) {
    await pause(SETTLE_MS / LOOKS);
    looks.push(await memoryOf());
  }
  return Math.min(...looks) / MEBIBYTE;
}

async function memoryOfService(streams) {
  const { text } = await send('GET', `${streams}/metrics`);
  const found = /^process_resident_memory_bytes (\S+)$/m.exec(text);
  if (!found) throw new Failure('the service does not tell its memory');
  return Number(found[1]);
}

export default {
  name: 'streams: 5,000 idle clients',
  unit: 'MB',
  goal: 1.6,
  better: 'lower',
  async setup(bench) {
    const streams = await bench.service('streams');
    const jar = { jarUrl: 'http://127.0.0.1:9/none.zip', reportTo: 'nobody', workers: 1 };
    await createCluster(streams, 'BenchIdle', jar);
    await submit(streams, 'BenchIdle');
    const bare = await bench.baseline('idle');
    const clients = [
      await openClients(`${streams}/api/v1/lastSubmittedJobIdStream/BenchIdle`),
      await openClients(`${bare}/`),
    ];
    return { streams, bare, clients };
  },
  run: ({ streams }) => leastMemory(() => memoryOfService(streams)),
  baseline: ({ bare }) => leastMemory(async () => Number((await send('GET', `${bare}/memory`)).text)),
  async teardown({ clients }) {
    for (const { close } of clients) close();
  },
};
