/** Interval between readings of the clock, ms. */
const TICK_MS = 10;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Starts a stopwatch that stands still while this process waits for a processor: a promise about time is judged alike on a busy
 * machine. What the process itself computes counts.
 *
 * @returns a function that stops it and returns the time, ms
 */
export function stopwatch(): () => number {
  const began = performance.now();
  let [last, lastProcessor, waited] = [began, processorMs(), 0];
  const look = (): void => {
    const [now, processor] = [performance.now(), processorMs()];
    waited += Math.max(0, now - last - TICK_MS - (processor - lastProcessor));
    [last, lastProcessor] = [now, processor];
  };
  const timer = setInterval(look, TICK_MS);
  return () => {
    clearInterval(timer);
    look();
    return last - began - waited;
  };
}
