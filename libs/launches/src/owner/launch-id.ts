import { randomBytes } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/**
 * Returns a new id of a launch: a UUID whose first parts are time and a count, so that ids of one process sort in the
 * order of creation, and rows are appended at the end of the table.
 *
 * @param now ms since the epoch; a time before the latest counts as the latest
 */
export function launchId(now: number): string {
  sequence = now > lastTime || sequence === 0xfff ? 0 : sequence + 1;
  if (sequence === 0) lastTime = Math.max(now, lastTime + 1);
  const time = lastTime.toString(16).padStart(12, '0');
  const count = sequence.toString(16).padStart(3, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-8${random.slice(0, 3)}-${random.slice(3, 15)}`;
}
