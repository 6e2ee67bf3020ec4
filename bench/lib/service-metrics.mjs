/** What a service says about itself at `/metrics`. */
import { send } from './client.mjs';

/** Megabytes that the process has in memory now. */
export const residentMegabytes = async (url) => (await metrics(url)).process_resident_memory_bytes / 1e6;

/**
 * The longest that the event loop was held since this was last asked, ms. The histogram behind it has a timer of 10 ms,
 * which is not part of the answer.
 */
export async function longestHold(url) {
  const { nodejs_eventloop_lag_max_seconds: seconds } = await metrics(url);
  return Math.max(0, seconds * 1000 - 10);
}

/** All metrics without labels, by name. */
async function metrics(url) {
  const { text } = await send('GET', `${url}/metrics`);
  const lines = text.split('\n').map((line) => /^(\w+) ([\d.e+-]+)$/.exec(line));
  return Object.fromEntries(lines.filter(Boolean).map(([, name, value]) => [name, Number(value)]));
}

/**
 * The most memory that a process has while `work` is at it, MB: asked each 100 ms.
 * @returns {Promise<{before: number, most: number, result: unknown}>}
 */
export async function memoryDuring(url, work) {
  const before = await residentMegabytes(url);
  let most = before;
  let over = false;
  const watch = (async () => {
    while (!over) {
      most = Math.max(most, await residentMegabytes(url));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  try {
    return { result: await work(), before, most };
  } finally {
    over = true;
    await watch;
  }
}
