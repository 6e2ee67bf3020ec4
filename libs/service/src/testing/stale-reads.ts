import { setTimeout as delay } from 'node:timers/promises';

/**
 * Writes 0, 1, 2, ... and reads concurrently.
 *
 * @param graceMs age that a read may have: writes whose answer came earlier than that before a read must show
 * @returns a text for each read that misses such a write
 */
export async function staleReads(
  rounds: number,
  write: (round: number) => Promise<unknown>,
  read: () => Promise<number>,
  graceMs: number,
): Promise<string[]> {
  const stale: string[] = [];
  const answered: number[] = [];
  const readOn = async (): Promise<void> => {
    const begun = performance.now();
    const expected = answered.findLastIndex((time) => time < begun - graceMs);
    const seen = await read();
    if (expected >= 0 && !(seen >= expected))
      stale.push(`read ${seen} where ${expected} was answered more than ${graceMs} ms ago`);
  };
  const reading = (async () => {
    while (answered.length < rounds) {
      await readOn();
      await delay(1);
    }
  })();
  for (let round = 0; round < rounds; round++) {
    await write(round);
    answered.push(performance.now());
  }
  await reading;
  await delay(graceMs);
  await readOn();
  return stale;
}
