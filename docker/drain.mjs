/**
 * preStop of a node: `drain.mjs [seconds]`. The node takes no more launches, streaming workers move away, batch jobs are waited
 * for. Those that are not over after so many seconds are stopped: at the end of the pod's grace period Kubernetes would kill
 * the container, and nobody could report how they ended. Exit code 0 when nothing is left.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, internalToken } from './own-service.mjs';

const headers = { authorization: `Bearer ${internalToken()}` };
const LOOK_MS = 1000;
const limitMs = Number(process.argv[2] ?? Infinity) * 1000;

async function node(path, method) {
  const { status, text } = await ask(`/internal/node${path}`, { method, headers });
  if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}`);
  return JSON.parse(text);
}

// Unlike a cordon, this is forgotten when the pod comes back.
await node('/actions/restart', 'POST');
await node('/actions/evict', 'POST');
let stopped = false;
while ((await node('', 'GET')).launches.length > 0) {
  if (performance.now() > limitMs && !stopped) {
    stopped = true;
    await node('/actions/stop', 'POST');
  }
  await sleep(LOOK_MS);
}
