/** A slow stream of writes beside a measurement. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 100;

/** Runs `measure` while `write` is called ten times a second. Fails when a write fails. */
export async function besideWrites(write, measure) {
  let done = false;
  const writing = (async () => {
    for (let count = 0; !done; count += 1) await Promise.all([write(count), delay(EVERY_MS)]);
  })();
  try {
    return await Promise.race([measure(), writing]);
  } finally {
    done = true;
    await writing;
  }
}
