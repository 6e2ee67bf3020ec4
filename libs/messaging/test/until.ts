/** A guard against a hang, not a measure of speed. */
const LIMIT_MS = 180_000;

/** Waits for a condition. */
export async function until(what: string, probe: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`not within ${LIMIT_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Lets time pass. */
export const pass = (ms: number): Promise<void> => {
  const end = Date.now() + ms;
  return until(`${ms} ms pass`, () => Date.now() >= end);
};
