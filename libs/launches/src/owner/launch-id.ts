import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 10;
let lastTime = 0;
let sequence = 0;

/**
 * A new id of a launch: an UUID whose first parts are time and a count, so that ids of one process sort in the
 * order in which they were made, and rows are added where the table ends.
 *
 * @param now ms since the epoch; one that goes back counts as the latest before
 */
export function launchId(now: number): string {
  if (now > lastTime) {
    lastTime = now;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastTime += 1;
      sequence = 0;
    }
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const count = sequence.toString(16).padStart(3, '0');
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-8${random.slice(0, 3)}-${random.slice(3, 15)}`;
}
