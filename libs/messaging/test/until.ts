/** Waits of the tests of queues. */
/** Waits for a condition. */
export async function until(
  what: string,
  probe: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Lets time pass. */
export const pass = (ms: number): Promise<void> => {
  const end = Date.now() + ms;
  return until(`${ms} ms pass`, () => Date.now() >= end);
};
