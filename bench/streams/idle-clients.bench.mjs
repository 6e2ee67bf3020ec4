/**
 * Resident memory with 5,000 idle clients of lastSubmittedJobIdStream, against a bare node:http server with as many clients
 * of server-sent events that got one event each. Both run with the flags of the service, and both are looked at when they have
 * come to rest: V8 gives back what connecting has left some twelve seconds afterwards, which is a quarter of the bare server.
 */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '../../tools/lib/settings.mjs';
import { credentials } from '../lib/guards.mjs';
import { residentMemory } from '../lib/service-metrics.mjs';
import { median } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { createCluster, submit } from './lib/sinks.mjs';

const CLIENTS = 5000;
/** Connections that are opened at a time. */
const AT_ONCE = 100;
const CONNECT_TIMEOUT_MS = 60_000;
/** Pause between the last connection and the first measurement, ms. */
const REST_MS = 20_000;
/** Duration and number of memory samples; the clients stay connected for all rounds. */
const LOOK_MS = 6000;
const LOOKS = 12;
const MEBIBYTE = 1 << 20;

/** Opens clients that stay connected; resolves when each has received its first event. */
async function openClients(url) {
  const agent = new Agent({ maxSockets: Infinity });
  const requests = [];
  let greeted = 0;
  const open = () => {
    const request = get(url, { agent, headers: credentials() }, (response) => {
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

/** The median of some looks at the resident memory of a server, MB. */
async function usualMemory(server) {
  const looks = [];
  while (looks.length < LOOKS) {
    await pause(LOOK_MS / LOOKS);
    looks.push(await residentMemory(server));
  }
  return median(looks) / MEBIBYTE;
}

export default {
  name: 'streams: 5,000 idle clients',
  unit: 'MB',
  goal: 1.5,
  better: 'lower',
  async setup(bench) {
    const streams = await bench.service('streams');
    const jar = { jarUrl: 'http://127.0.0.1:9/none.zip', reportTo: 'nobody', workers: 1 };
    await createCluster(streams, 'BenchIdle', jar);
    await submit(streams, 'BenchIdle');
    const { nodeFlags } = SERVICES.find(({ key }) => key === 'streams');
    const bare = await bench.baseline('idle', {}, nodeFlags);
    const clients = [
      await openClients(`${streams}/api/v1/lastSubmittedJobIdStream/BenchIdle`),
      await openClients(`${bare}/`),
    ];
    await pause(REST_MS);
    return { streams, bare, clients };
  },
  run: ({ streams }) => usualMemory(streams),
  baseline: ({ bare }) => usualMemory(bare),
  async teardown({ clients }) {
    for (const { close } of clients) close();
  },
};
