/**
 * `drain.mjs [seconds]`, before a node's container is stopped: the node takes no more launches, streaming workers move away, batch
 * jobs are waited for. Jobs that are not over after so many seconds are stopped: whoever stops the container kills what is in it,
 * and nobody could report how it ended. Exit code 0 when nothing is left.
 */
import { argumentsOf, ask, internalToken } from './own-service.mjs';

const USAGE = `Usage: drain.mjs [seconds]

Drains the node of this container. Jobs that are not over after so many seconds are stopped; without a number it waits for them.`;

const [seconds = 'Infinity'] = argumentsOf(USAGE, 1);
if (seconds !== 'Infinity' && !/^\d{1,9}$/.test(seconds)) {
  console.error(`seconds must be a whole number, not ${seconds}\n${USAGE}`);
  process.exit(2);
}

const headers = { authorization: `Bearer ${internalToken()}` };
const deadline = performance.now() + Number(seconds) * 1000;

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
