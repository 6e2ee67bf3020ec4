/**
 * preStop of a node: takes no more launches, moves streaming workers away, and waits for batch jobs to end. Kubernetes ends
 * the container when this returns, or when the pod's grace period is over. Exit code 0 when nothing is left.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, internalToken } from './own-service.mjs';

const headers = { authorization: `Bearer ${internalToken()}` };
const LOOK_MS = 1000;

async function node(path, method) {
  const { status, text } = await ask(`/internal/node${path}`, { method, headers });
  if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}`);
  return JSON.parse(text);
}

// Unlike a cordon, this is forgotten when the pod comes back.
await node('/actions/restart', 'POST');
await node('/actions/evict', 'POST');
while ((await node('', 'GET')).launches.length > 0) await sleep(LOOK_MS);
