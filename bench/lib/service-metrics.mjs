/** The metrics of a service, from `/metrics`. */
import { send } from './client.mjs';

/** All metrics without labels, by name. */
async function metrics(url) {
  const { text } = await send('GET', `${url}/metrics`);
  const lines = text.split('\n').map((line) => /^(\w+) ([\d.e+-]+)$/.exec(line));
  return Object.fromEntries(lines.filter(Boolean).map(([, name, value]) => [name, Number(value)]));
}

/** Processor time of a process since its start, ms. */
export const processorTime = async (url) => (await metrics(url)).process_cpu_seconds_total * 1000;

/** Resident memory of a process, bytes. */
export const residentMemory = async (url) => (await metrics(url)).process_resident_memory_bytes;

/** Longest delay of the event loop of a process since the last look, ms. */
export const longestDelay = async (url) => (await metrics(url)).nodejs_eventloop_lag_max_seconds * 1000;

/** Interval of the timer that measures the delay of the event loop, ms; the histogram includes it. */
const TIMER_MS = 10;

/** Returns memory and event-loop delay of a process; each call resets the histogram of the delay. */
async function look(url) {
  const { process_resident_memory_bytes: bytes, nodejs_eventloop_lag_max_seconds: seconds } =
    await metrics(url);
  return { memory: bytes / 1e6, hold: Math.max(0, seconds * 1000 - TIMER_MS) };
}

/**
 * Watches a process while `work` goes on, each 100 ms.
 * @returns {Promise<{before: number, most: number, hold: number, result: unknown}>} memory before and at its most, MB; the
 *   longest that the event loop was held in one go, ms
 */
export async function watched(url, work) {
  const { memory: before } = await look(url);
  let [most, longest, over] = [before, 0, false];
  const watch = (async () => {
    for (let last = false; !last;) {
      last = over;
      const { memory, hold } = await look(url);
      [most, longest] = [Math.max(most, memory), Math.max(longest, hold)];
      await new Promise((resolve) => setTimeout(resolve, last ? 0 : 100));
    }
  })();
  try {
    const result = await work();
    over = true;
    await watch;
    return { result, before, most, hold: longest };
  } finally {
    over = true;
  }
}
