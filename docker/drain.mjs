/**
 * `drain.mjs [seconds]`, before a node's container is stopped: the node takes no more launches, streaming workers move away, batch
 * jobs are waited for. Jobs that are not over after so many seconds are stopped: whoever stops the container kills what is in it,
 * and nobody could report how it ended. Exit code 0 when nothing is left.
 */
import { ask, internalToken } from './own-service.mjs';

const headers = { authorization: `Bearer ${internalToken()}` };
const deadline = performance.now() + Number(process.argv[2] ?? Infinity) * 1000;

/** Returns what the node still has; it answers after some seconds. */
async function launches() {
  const graceMs = Math.max(0, Math.round(deadline - performance.now()));
  const grace = Number.isFinite(graceMs) ? `?graceMs=${graceMs}` : '';
  // Unlike a cordon, this is forgotten when the container comes back.
  const { status, text } = await ask(`/internal/node/actions/drain${grace}`, { method: 'POST', headers });
  if (status < 200 || status > 299) throw new Error(`the node answered ${status}`);
  return JSON.parse(text).launches;
}

while ((await launches()).length > 0);
