/** A slow stream of writes beside a measurement. */
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../tools/lib/console.mjs';

const EVERY_MS = 100;

/** Runs `measure` while `write` is called ten times a second. Fails when a write is refused. */
export async function besideWrites(write, measure) {
  let done = false;
  const writing = (async () => {
    for (let count = 0; !done; count += 1) {
      const response = await write(count);
      if (!response.ok) throw new Failure(`a write beside the measurement: ${response.status}`);
      await Promise.all([response.arrayBuffer(), delay(EVERY_MS)]);
    }
  })();
  try {
    return await Promise.race([measure(), writing]);
  } finally {
    done = true;
    await writing;
  }
}
