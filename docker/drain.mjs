/**
 * preStop of a node: takes no more launches, moves streaming workers away, and waits for batch jobs to end. Kubernetes ends
 * the container when this returns, or when the pod's grace period is over. Exit code 0 when nothing is left.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const url = `http://127.0.0.1:${process.env.PORT ?? '8080'}/internal/node`;
const headers = { authorization: `Bearer ${process.env.INTERNAL_TOKEN}` };
const LOOK_MS = 1000;

async function ask(path, method) {
  const answer = await fetch(`${url}${path}`, { method, headers });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.json();
}

// Unlike a cordon, this is forgotten when the pod comes back.
await ask('/actions/restart', 'POST');
await ask('/actions/evict', 'POST');
while ((await ask('', 'GET')).launches.length > 0) await sleep(LOOK_MS);
