/**
 * Polls until `probe` returns something other than undefined, null or false.
 *
 * @param what named in the timeout error: "the worker is Started"
 * @param timeoutMs @default 10000
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | null | false,
  timeoutMs = 45_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = probe();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
